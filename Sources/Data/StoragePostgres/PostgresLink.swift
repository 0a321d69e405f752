import CPostgres
import Glibc
import Runtime
import Storage

/// A connection to a server. It belongs to one thread at a time.
///
/// Statements are sent in batches of libpq's pipeline mode: a batch costs one round trip, and a failed statement skips the rest of
/// it. Each text is prepared at its first use.
@safe final class PostgresLink {
  private let library: LibPQ
  private let connection: OpaquePointer
  private var prepared: [StatementText: PreparedText] = [:]
  private var preparedCount = 0
  private var buffer = ArgumentBuffer()
  /// Whether a batch was sent whose results were not read.
  private var hasUnreadBatch = false
  /// Identifies the run of the server between two crashes. It also changes with each restart.
  private(set) var incarnation = ""
  /// Whether the connection cannot be used any more.
  private(set) var isLost = false

  /// Maximum number of prepared statements. A further one deallocates all.
  private static let maxPrepared = 256
  private static let deallocation = "DEALLOCATE ALL"

  /// A prepared statement, with the columns of its result after the first one.
  private final class PreparedText {
    let name: String
    var columns: [String]?
    var types: [UInt32] = []

    init(name: String) { self.name = name }
  }

  /// A sent statement whose result is expected.
  private enum Step {
    case deallocation
    case preparation(SQLStatement, PreparedText)
    case execution(SQLStatement, PreparedText)
  }

  /// Connects. Blocks up to the timeout of the parameters for each address of the server.
  init(library: LibPQ, parameters: [(String, String)]) throws(PostgresFailure) {
    self.library = library
    let opened = unsafe CStrings.with(parameters.map(\.0)) { keywords in
      unsafe CStrings.with(parameters.map(\.1)) { values in unsafe library.connect(keywords, values, 1) }
    }
    guard let opened = unsafe opened else { throw .lost("out of memory") }
    unsafe connection = opened
    // Without it libpq writes notices to standard error.
    _ = unsafe library.setNoticeProcessor(connection, { _, _ in }, nil)
    guard isConnected,
      unsafe library.setNonblocking(connection, 1) == 0
    else { throw lost() }
  }

  deinit { unsafe library.finish(connection) }

  /// The version of the server as a number, such as 150004.
  var serverVersion: Int { unsafe Int(library.serverVersion(connection)) }

  /// The socket of the connection, to wait for notifications.
  var descriptor: Int32 { unsafe library.socket(connection) }

  /// Returns the texts of the notifications that have arrived, without waiting for others.
  func notifications() throws(PostgresFailure) -> [String] {
    guard unsafe library.consumeInput(connection) == 1, isConnected else { throw lost() }
    var texts: [String] = []
    while let notification = unsafe library.notifies(connection) {
      texts.append(unsafe String(cString: notification.pointee.extra))
      unsafe library.freeMemory(notification)
    }
    return texts
  }

  /// Applies the settings and reads the incarnation of the server. Call it once, before any batch.
  func prepareSession(_ settings: [(String, String)]) throws(PostgresFailure) {
    let changes = settings.map { "SET \($0.0) = '\($0.1)';" }.joined(separator: " ")
    // The statistics of the write-ahead log are reset by the recovery from a crash.
    let state =
      "SELECT pg_postmaster_start_time()::text || ' ' || COALESCE(stats_reset::text, '') AS server FROM pg_stat_wal"
    incarnation = try runScript(changes + state).last?.rows.first?.text("server") ?? ""
    guard unsafe library.enterPipeline(connection) == 1 else { throw lost() }
  }

  /// Runs statements separated by semicolons, without arguments and outside of a batch.
  /// - Returns: their results.
  func runScript(_ sql: String, isPipelined: Bool = false) throws(PostgresFailure) -> [PostgresResult] {
    if isPipelined {
      try readUnread()
      guard unsafe library.exitPipeline(connection) == 1 else { throw lost() }
    }
    defer { if isPipelined, unsafe library.enterPipeline(connection) != 1 { isLost = true } }
    guard unsafe library.sendQuery(connection, sql) == 1 else { throw lost() }
    var results: [PostgresResult] = []
    var failure: PostgresFailure?
    try flush(by: nil)
    while let result = try nextResult(by: nil) {
      if !result.isSuccess { failure = failure ?? result.error.failure(in: sql) }
      results.append(result)
    }
    if let failure {
      isLost = isLost || failure.isConnectionLost
      throw failure
    }
    return results
  }

  /// Runs a batch.
  /// - Parameter deadline: the time after which a missing answer counts as a lost connection.
  /// - Returns: the result of each statement, if all succeeded.
  /// - Throws: the failure of the first statement that failed. A transaction of the batch is aborted then.
  func run(_ statements: [SQLStatement], by deadline: MonotonicInstant?) throws(PostgresFailure)
    -> [PostgresResult]
  {
    let steps = try send(statements)
    try flush(by: deadline)
    return try read(steps, by: deadline)
  }

  /// Sends a statement whose result is not awaited. It is read before the next batch.
  func sendOnly(_ statement: SQLStatement) throws(PostgresFailure) {
    _ = try send([statement])
    hasUnreadBatch = true
    guard unsafe library.flush(connection) >= 0 else { throw lost() }
  }

  /// The rows of a result of `run`.
  func rows(of result: PostgresResult, for sql: String) -> [Row] {
    guard let text = prepared[StatementText(sql)] else { return result.rows }
    if text.columns == nil {
      text.columns = result.columns
      text.types = result.types
    }
    return result.rows(columns: text.columns ?? [], types: text.types)
  }

  private func send(_ statements: [SQLStatement]) throws(PostgresFailure) -> [Step] {
    try readUnread()
    var steps: [Step] = []
    var new: [StatementText: PreparedText] = [:]
    if prepared.count + statements.count > Self.maxPrepared {
      prepared.removeAll()
      guard unsafe library.sendPrepare(connection, "", Self.deallocation, 0, nil) == 1 else { throw lost() }
      try execute(SQLStatement(sql: Self.deallocation), "")
      steps = [.deallocation, .deallocation]
    }
    for statement in statements {
      let text = try preparedText(of: statement, &new, &steps)
      try execute(statement, text.name)
      steps.append(.execution(statement, text))
    }
    guard unsafe library.sync(connection) == 1 else { throw lost() }
    return steps
  }

  private func preparedText(
    of statement: SQLStatement, _ new: inout [StatementText: PreparedText], _ steps: inout [Step]
  ) throws(PostgresFailure) -> PreparedText {
    let key = StatementText(statement.sql)
    if let text = prepared[key] ?? new[key] { return text }
    preparedCount += 1
    let text = PreparedText(name: "s\(preparedCount)")
    guard unsafe library.sendPrepare(connection, text.name, statement.sql, 0, nil) == 1 else { throw lost() }
    new[key] = text
    steps.append(.preparation(statement, text))
    return text
  }

  private func execute(_ statement: SQLStatement, _ name: String) throws(PostgresFailure) {
    buffer.set(statement.arguments)
    let isSent = unsafe buffer.withPointers { count, values, lengths, formats in
      unsafe library.sendPrepared(connection, name, count, values, lengths, formats, 0)
    }
    guard isSent == 1 else { throw lost() }
  }

  private func read(_ steps: [Step], by deadline: MonotonicInstant?) throws(PostgresFailure) -> [PostgresResult] {
    var results: [PostgresResult] = []
    var failure: PostgresFailure?
    var index = 0
    while let result = try nextInBatch(by: deadline) {
      let step = index < steps.count ? steps[index] : .deallocation
      index += 1
      if result.isSuccess {
        if case .preparation(let statement, let text) = step { prepared[StatementText(statement.sql)] = text }
        if case .execution = step { results.append(result) }
      } else if failure == nil, !result.isSkipped {
        failure = result.error.failure(in: Self.sql(of: step))
        if failure?.isConnectionLost == true { break }
      }
    }
    if let failure {
      isLost = isLost || failure.isConnectionLost
      throw failure
    }
    return results
  }

  private static func sql(of step: Step) -> String {
    switch step {
    case .deallocation: deallocation
    case .preparation(let statement, _), .execution(let statement, _): statement.sql
    }
  }

  /// Reads the results of the statement that `sendOnly` sent.
  private func readUnread() throws(PostgresFailure) {
    guard hasUnreadBatch else { return }
    let deadline = MonotonicInstant(nanoseconds: MonotonicInstant.now.nanoseconds + Self.endTimeout)
    try flush(by: deadline)
    while let result = try nextInBatch(by: deadline) {
      if !result.isSuccess { throw lost(result.error.message) }
    }
    hasUnreadBatch = false
  }

  /// The longest wait for the end of a read transaction, in nanoseconds.
  private static let endTimeout: Int64 = 5_000_000_000

  /// - Returns: nil at the end of the batch.
  private func nextInBatch(by deadline: MonotonicInstant?) throws(PostgresFailure) -> PostgresResult? {
    // After the result of each statement libpq returns nil once.
    for _ in 0..<3 {
      guard let result = try nextResult(by: deadline) else { continue }
      return result.isSync ? nil : result
    }
    throw lost("the results of a batch ended early")
  }

  /// - Returns: nil between the results of two statements, and after the last one of a script.
  private func nextResult(by deadline: MonotonicInstant?) throws(PostgresFailure) -> PostgresResult? {
    while unsafe library.isBusy(connection) == 1 {
      try wait(for: Int16(POLLIN), by: deadline)
      guard unsafe library.consumeInput(connection) == 1 else { break }
    }
    let isOpen = isConnected
    let result = unsafe library.nextResult(connection).map { unsafe PostgresResult($0, library.result) }
    // A message of the server, such as that of its shutdown, says more than the end of the connection.
    if !(isOpen && isConnected),
      result == nil || result?.error.state.isEmpty == true
    {
      throw lost()
    }
    return result
  }

  private var isConnected: Bool { unsafe library.status(connection) == Int32(HEARTH_PQ_CONNECTION_OK) }

  private func flush(by deadline: MonotonicInstant?) throws(PostgresFailure) {
    while true {
      switch unsafe library.flush(connection) {
      case 0: return
      case 1:
        try wait(for: Int16(POLLIN) | Int16(POLLOUT), by: deadline)
        // The server sends results while it receives: without reading them both sides would block.
        guard unsafe library.consumeInput(connection) == 1 else { throw lost() }
      default: throw lost()
      }
    }
  }

  private func wait(for events: Int16, by deadline: MonotonicInstant?) throws(PostgresFailure) {
    var descriptor = pollfd(fd: unsafe library.socket(connection), events: events, revents: 0)
    guard descriptor.fd >= 0 else { throw lost() }
    while true {
      let left = deadline.map { $0.since(.now) / 1_000_000 + 1 } ?? -1
      if deadline != nil, left <= 0 { throw lost("the server does not answer") }
      let ready = unsafe poll(&descriptor, 1, Int32(clamping: left))
      if ready > 0 { return }
      if ready < 0, errno != EINTR { throw lost(SystemError.lastReason) }
    }
  }

  private func lost(_ message: String? = nil) -> PostgresFailure {
    isLost = true
    if let message { return .lost(message) }
    return .lost(unsafe library.errorMessage(connection).map { unsafe String(cString: $0).trimmed } ?? "out of memory")
  }
}

/// Arrays of C strings.
enum CStrings {
  /// Calls `body` with an array that ends with NULL, valid during the call.
  static func with<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { for index in strings.indices { unsafe free(copies[index]) } }
    let pointers: [UnsafePointer<CChar>?] = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}
