import CSQLite
import Glibc
import Runtime

/// A SQLite connection with its prepared statements. It belongs to one thread at a time.
@safe final class SQLiteHandle: ReadConnection, MigrationConnection {
  /// The library's connection object, for calls that this type does not cover.
  private(set) var handle: OpaquePointer?
  private var statements: [StatementText: PreparedStatement] = [:]
  private let frames: UnsafeMutablePointer<Int32> = {
    let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe frames.initialize(to: 0)
    return unsafe frames
  }()
  /// The deadline in nanoseconds of `MonotonicInstant`, read by the engine's progress handler.
  private let end: UnsafeMutablePointer<Int64> = {
    let end = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    unsafe end.initialize(to: .max)
    return unsafe end
  }()
  private var watchesDeadline = false
  /// Byte code instructions between two checks of the deadline. A searched row takes about ten. The longest message takes
  /// milliseconds to search, so that a deadline is noticed within 0.1 s.
  private static let deadlineInterval: Int32 = 256
  /// The time from which on statements fail with `StorageError.timedOut`; nil for none.
  var deadline: MonotonicInstant? {
    didSet {
      unsafe end.pointee = deadline?.nanoseconds ?? .max
      if deadline != nil, !watchesDeadline { watchDeadline() }
    }
  }
  /// Whether statements require an open transaction. After the engine has rolled it back itself (disk full, I/O), no statement runs:
  /// each would be committed on its own.
  var needsTransaction = false {
    didSet { loss = nil }
  }
  /// The error with which the engine rolled back that transaction.
  private var loss: StorageError?
  /// The usage counted by the transactions of the current commit.
  var usage = UsageChanges()
  /// Maximum number of cached statements. A further one empties the cache.
  private static let maxStatements = 256

  /// Configures the library once per process.
  private static let isLibrarySet = hearth_sqlite_disable_memory_statistics() == SQLITE_OK

  /// - Parameters:
  ///   - flags: flags of `sqlite3_open_v2`.
  ///   - busyTimeout: the longest wait of a statement for another process, at most an hour.
  init(path: String, flags: Int32, busyTimeout: Duration = .seconds(5)) throws(StorageError) {
    _ = Self.isLibrarySet
    let code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK else {
      let error = SQLiteError.storageError(code: code, message: message, sql: "open")
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe sqlite3_busy_timeout(handle, Int32(min(busyTimeout, .seconds(3600)) / .milliseconds(1)))
    addFunctions()
  }

  /// Adds `OCTET_LENGTH`, which SQLite has since 3.43 and PostgreSQL always.
  private func addFunctions() {
    unsafe sqlite3_create_function_v2(
      handle, "octet_length", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { context, _, values in
        guard let value = unsafe values?[0], unsafe sqlite3_value_type(value) != SQLITE_NULL else {
          return unsafe sqlite3_result_null(context)
        }
        unsafe sqlite3_result_int64(context, Int64(sqlite3_value_bytes(value)))
      }, nil, nil, nil)
  }

  deinit {
    close()
    unsafe frames.deallocate()
    unsafe end.deallocate()
  }

  private func watchDeadline() {
    watchesDeadline = true
    unsafe sqlite3_progress_handler(
      handle, Self.deadlineInterval,
      { end in
        guard let end = unsafe end?.assumingMemoryBound(to: Int64.self).pointee else { return 0 }
        return end != .max && MonotonicInstant.now.nanoseconds > end ? 1 : 0
      }, end)
  }

  /// Runs `body` in one snapshot. Its changes, if any, are rolled back.
  func snapshot<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try execute("BEGIN")
    defer {
      deadline = nil
      _ = try? execute("ROLLBACK")
    }
    return try body(self)
  }

  /// Disables automatic checkpoints, and counts the frames of the write-ahead log in `logFrames`.
  func disableCheckpoints() {
    unsafe sqlite3_wal_hook(
      handle,
      { frames, _, _, count in
        unsafe frames?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, frames)
  }

  /// The number of frames in the write-ahead log after the last commit, including checkpointed ones.
  var logFrames: Int { unsafe Int(frames.pointee) }

  /// Closes the connection. No other call may follow.
  func close() {
    clearStatements()
    unsafe sqlite3_close_v2(handle)
    unsafe handle = nil
  }

  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
    let statement = unsafe try prepare(sql, arguments).statement
    defer { unsafe sqlite3_reset(statement) }
    while unsafe try step(statement, sql) {}
    return unsafe Int(sqlite3_changes64(handle))
  }

  func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
    let prepared = try prepare(sql, arguments)
    let statement = unsafe prepared.statement
    defer { unsafe sqlite3_reset(statement) }
    var rows: [Row] = []
    while unsafe try step(statement, sql) {
      let columns = prepared.columns
      rows.append(Row(columns: columns, values: columns.indices.map { unsafe Self.value(statement, Int32($0)) }))
    }
    return rows
  }

  func addUsage(_ bytes: Int, of userID: String) { usage.add(bytes, of: userID) }

  func pendingUsage(of userID: String) -> Int64 { usage.bytes(of: userID) }

  /// Adds the counted usage to the rows of `user_usage`.
  func storeUsage() throws(StorageError) {
    for change in usage.take() { try execute(UsageChanges.statement, change) }
  }

  var migrationTable: String {
    "CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT"
  }

  func beginMigration() throws(StorageError) { try execute("BEGIN IMMEDIATE") }

  /// Runs statements separated by semicolons, without arguments (migrations).
  func executeScript(_ sql: String) throws(StorageError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError.storageError(code: code, message: message, sql: sql) }
  }

  /// The error of the last call.
  func failure(_ code: Int32, in sql: String) -> StorageError {
    SQLiteError.storageError(code: code, message: message, sql: sql)
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The message of the engine, with the reason of a failed system call.
  private var message: String {
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let kind = unsafe sqlite3_errcode(handle) & 0xFF
    let code = unsafe sqlite3_system_errno(handle)
    guard kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN, code != 0 else { return message }
    return message + ": " + SystemError.reason(of: code)
  }

  private func prepare(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> PreparedStatement {
    let prepared = try cached(sql)
    for (index, argument) in arguments.enumerated() {
      let exists = index < prepared.places.count
      let code = unsafe exists ? Self.bind(prepared.statement, prepared.places[index], argument) : SQLITE_RANGE
      guard code == SQLITE_OK else {
        throw SQLiteError.storageError(code: code, message: "bind $\(index + 1)", sql: sql)
      }
    }
    return prepared
  }

  private func cached(_ sql: String) throws(StorageError) -> PreparedStatement {
    if let prepared = statements[StatementText(sql)] {
      unsafe sqlite3_clear_bindings(prepared.statement)
      return prepared
    }
    if statements.count >= Self.maxStatements { clearStatements() }
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw SQLiteError.storageError(code: code, message: message, sql: sql)
    }
    let prepared = unsafe PreparedStatement(statement)
    statements[StatementText(sql)] = prepared
    return prepared
  }

  private func clearStatements() {
    while let (_, prepared) = statements.popFirst() { unsafe sqlite3_finalize(prepared.statement) }
  }

  private func step(_ statement: OpaquePointer, _ sql: String) throws(StorageError) -> Bool {
    if let loss { throw loss }
    let code = unsafe sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = SQLiteError.storageError(code: code, message: message, sql: sql)
      if needsTransaction, !isInTransaction { loss = error }
      throw error
    }
  }

  private static func bind(_ statement: OpaquePointer, _ place: Int32, _ value: SQLValue) -> Int32 {
    // SQLITE_TRANSIENT: the library copies the value.
    let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, place)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, place, number)
    case .real(let number): return unsafe sqlite3_bind_double(statement, place, number)
    case .text(let text):
      return unsafe sqlite3_bind_text64(
        statement, place, text, UInt64(text.utf8.count), copy, UInt8(SQLITE_UTF8))
    case .blob(let bytes): return unsafe sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), copy)
    }
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return unsafe .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return unsafe .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let start = unsafe sqlite3_column_text(statement, column) else { return .text("") }
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      return .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let start = unsafe sqlite3_column_blob(statement, column) else { return .blob([]) }
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
