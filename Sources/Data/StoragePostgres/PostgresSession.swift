import Migrations
import Runtime
import Storage

/// The connection of a thread, with its current transaction. It connects when a transaction begins, and again after a loss.
///
/// `BEGIN`, the locks of the scope and the first statement of the body are one batch: a transaction with one statement costs two
/// round trips. Statements of `executeLater` wait for the batch of the next other one, or of `COMMIT`.
final class PostgresSession: SQLConnection {
  private let connector: PostgresConnector
  private let role: PostgresConnector.Role
  private let prepareServer: ServerPreparation?
  private var link: PostgresLink?
  /// The statements that begin the transaction, until they were sent with its first statement.
  private var beginning: [SQLStatement] = []
  /// The statements that wait to be sent with the next one.
  private var deferred: [SQLStatement] = []
  /// Maximum number of statements of one batch that wait.
  private static let maxDeferred = 64
  /// The first failure of a statement of the transaction. PostgreSQL refuses all further ones.
  private(set) var failure: PostgresFailure?
  /// The transaction's id; nil while it has written nothing.
  private var transactionID: String?
  private var usage = UsageChanges()
  /// The end of the read, whose statements then fail with `timedOut`; nil for none (`ReadConnection`).
  var deadline: MonotonicInstant?
  /// The time limit in nanoseconds that the server applies to each statement of the read.
  private var statementLimit: Int64?

  /// - Parameter prepareServer: runs on each new connection, before its first transaction.
  init(_ connector: PostgresConnector, role: PostgresConnector.Role, prepareServer: ServerPreparation? = nil) {
    self.connector = connector
    self.role = role
    self.prepareServer = prepareServer
  }

  /// Closes the connection.
  func close() { link = nil }

  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
    try run([SQLStatement(sql: sql, arguments: arguments)]).results.last?.changedRows ?? 0
  }

  func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
    try queries([SQLStatement(sql: sql, arguments: arguments)]).first ?? []
  }

  func queries(_ statements: [SQLStatement]) throws(StorageError) -> [[Row]] {
    let (link, results) = try run(statements)
    return zip(results, statements).map { link.rows(of: $0, for: $1.sql) }
  }

  func executeLater(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) {
    let statement = SQLStatement(sql: sql, arguments: arguments)
    guard deferred.count < Self.maxDeferred else {
      _ = try run([statement])
      return
    }
    try check(statement)
    deferred.append(statement)
  }

  func addUsage(_ bytes: Int, of userID: String) { usage.add(bytes, of: userID) }

  func pendingUsage(of userID: String) -> Int64 { usage.bytes(of: userID) }

  // MARK: Transactions

  /// Begins a transaction. Nothing is sent before its first statement.
  func begin(_ statements: [SQLStatement]) throws(PostgresFailure) {
    beginning = statements
    deferred = []
    failure = nil
    transactionID = nil
    usage = UsageChanges()
    statementLimit = nil
    _ = try connected()
  }

  /// Whether a statement of the transaction was sent.
  private var hasBegun: Bool { beginning.isEmpty }

  /// Rolls the transaction back.
  func rollBack() {
    defer {
      beginning = []
      deferred = []
    }
    guard hasBegun, let link, !link.isLost else { return }
    do throws(PostgresFailure) { _ = try link.run([Self.rollback], by: answerLimit) } catch { self.link = nil }
  }

  /// Ends a read transaction without waiting for the server.
  func endRead() {
    defer {
      beginning = []
      deadline = nil
    }
    guard hasBegun, let link, !link.isLost else { return }
    do throws(PostgresFailure) { try link.sendOnly(Self.rollback) } catch { self.link = nil }
  }

  private static let rollback = SQLStatement(sql: "ROLLBACK")

  /// The result of a commit.
  enum Outcome {
    case committed
    /// Rolled back by the server.
    case failed(PostgresFailure)
    /// The connection was lost after COMMIT was sent.
    case unknown(CommitQuestion, PostgresFailure)
  }

  /// Stores the counted usage and commits.
  func commit() -> Outcome {
    usage.keep()
    var statements =
      deferred + usage.take().map { SQLStatement(sql: UsageChanges.statement, arguments: $0) }
    deferred = []
    if !hasBegun, statements.isEmpty {
      beginning = []
      return .committed
    }
    do throws(PostgresFailure) {
      // The id must be known before COMMIT is sent: without it the outcome cannot be asked for.
      if transactionID == nil, !statements.isEmpty {
        _ = try send(statements)
        statements = []
      }
    } catch {
      rollBack()
      return .failed(error)
    }
    guard let link else { return .failed(.lost("the connection was closed")) }
    let question = transactionID.map { CommitQuestion(transactionID: $0, incarnation: link.incarnation) }
    do throws(PostgresFailure) {
      let results = try link.run(statements + [SQLStatement(sql: "COMMIT")], by: answerLimit)
      // The COMMIT of an aborted transaction succeeds as a ROLLBACK.
      if results.last?.commandTag == "COMMIT" { return .committed }
      return .failed(
        PostgresFailure(error: .engine(code: 0, message: "the transaction was rolled back", sql: "COMMIT")))
    } catch {
      if !error.isConnectionLost {
        rollBack()
        return .failed(error)
      }
      self.link = nil
      // A transaction without an id has written nothing that could be lost.
      return question.map { .unknown($0, error) } ?? .committed
    }
  }

  /// Asks a new connection what became of a transaction. Waits up to `retryTimeout`.
  /// - Returns: nil if it cannot be known.
  func isCommitted(_ question: CommitQuestion) -> Bool? {
    link = nil
    let end = MonotonicInstant.now.nanoseconds + connector.configuration.retryTimeout.wholeNanoseconds
    repeat {
      do throws(PostgresFailure) {
        let link = try connector.connectNow(role)
        let answer = try question.ask(link, by: answerLimit)
        if answer != .inProgress { return answer.isCommitted }
      } catch {
        guard error.isConnectionLost else { return nil }
      }
      Pause.milliseconds(20)
    } while MonotonicInstant.now.nanoseconds < end
    return nil
  }

  /// Takes locks that outlast transactions, until `releaseLocks`.
  func holdLocks(_ locks: [Int64]) throws(PostgresFailure) {
    let statements = locks.map { SQLStatement(sql: "SELECT pg_advisory_lock($1)", arguments: [.integer($0)]) }
    _ = try connected().run(statements, by: answerLimit)
  }

  /// Releases the locks of `holdLocks`.
  func releaseLocks() {
    guard let link, !link.isLost else { return }
    let statement = SQLStatement(sql: "SELECT pg_advisory_unlock_all()")
    do throws(PostgresFailure) { _ = try link.run([statement], by: answerLimit) } catch { self.link = nil }
  }

  /// Takes a lock that lasts as long as the connection, unless an earlier call has taken it on this connection.
  /// - Returns: false if another session has the lock; the connection is closed then.
  func keepLock(_ number: Int64) throws(PostgresFailure) -> Bool {
    if let link, !link.isLost {
      do throws(PostgresFailure) {
        _ = try link.run([SQLStatement(sql: "SELECT 1 AS one")], by: answerLimit)
        return true
      } catch { self.link = nil }
    }
    let statement = SQLStatement(
      sql: "SELECT pg_try_advisory_lock($1) AS is_held", arguments: [.integer(number)])
    let isHeld = try connected().run([statement], by: answerLimit).first?.rows.first?.integer("is_held") == 1
    if !isHeld { link = nil }
    return isHeld
  }

  // MARK: Statements

  private func run(
    _ statements: [SQLStatement]
  ) throws(StorageError) -> (link: PostgresLink, results: [PostgresResult]) {
    for statement in statements { try check(statement) }
    do throws(PostgresFailure) {
      let results = try send(statements)
      guard let link else { throw .lost("the connection was closed") }
      return (link, results)
    } catch {
      failure = error
      if error.isConnectionLost { link = nil }
      throw error.error
    }
  }

  /// Refuses a statement that PostgreSQL would refuse. It is not sent, so that the transaction is not aborted.
  private func check(_ statement: SQLStatement) throws(StorageError) {
    if let failure { throw failure.error }
    if statement.arguments.contains(where: \.hasNUL) { throw .textWithNUL }
  }

  /// Sends statements after those that wait. - Returns: their results.
  private func send(_ statements: [SQLStatement]) throws(PostgresFailure) -> [PostgresResult] {
    let link = try connected()
    let before = beginning + (try timeLimit())
    let batch = deferred + statements
    let after = transactionID == nil && batch.contains(where: mayWrite) ? [Self.currentID] : []
    deferred = []
    var results: [PostgresResult]
    do throws(PostgresFailure) {
      results = try link.run(before + batch + after, by: answerLimit)
    } catch {
      // A connection that was idle may have been lost long ago. Nothing of the transaction was seen or changed yet.
      guard !hasBegun, error.isConnectionLost else {
        beginning = []
        throw error
      }
      self.link = nil
      results = try connected().run(before + batch + after, by: answerLimit)
    }
    beginning = []
    if !after.isEmpty { transactionID = results.popLast()?.rows.first?.text("id") }
    guard results.count >= statements.count else { throw .lost("the server sent no result") }
    return results.suffix(statements.count)
  }

  private static let currentID = SQLStatement(sql: "SELECT pg_current_xact_id_if_assigned()::text AS id")

  private func mayWrite(_ statement: SQLStatement) -> Bool {
    role == .writer && !statement.sql.hasPrefix("SELECT")
  }

  private func connected() throws(PostgresFailure) -> PostgresLink {
    if let link, !link.isLost { return link }
    link = nil
    let new = try connector.connect(role)
    try prepareServer?.run(on: new, by: answerLimit)
    link = new
    return new
  }

  /// The statement that lowers the server's limit to the time that is left, if it is much less.
  private func timeLimit() throws(PostgresFailure) -> [SQLStatement] {
    guard let deadline else { return [] }
    let left = deadline.since(.now)
    guard left > 0 else { throw PostgresFailure(error: .timedOut) }
    let current = statementLimit ?? connector.configuration.queryTimeout?.wholeNanoseconds
    if let current, left <= current, left > current - current / 10 { return [] }
    statementLimit = left
    return [
      SQLStatement(
        sql: "SELECT set_config('statement_timeout', $1, true)", arguments: [.text("\(left / 1_000_000 + 1)")])
    ]
  }

  /// The time after which a missing answer counts as a lost connection: later than the server's own limits.
  private var answerLimit: MonotonicInstant? {
    let grace: Int64 = 5_000_000_000
    if let deadline { return MonotonicInstant(nanoseconds: deadline.nanoseconds + grace) }
    guard role == .writer else { return nil }
    let limit = connector.configuration.statementTimeout.wholeNanoseconds
    return MonotonicInstant(nanoseconds: MonotonicInstant.now.nanoseconds + limit + grace)
  }
}

extension PostgresSession: ReadConnection {
  func snapshot<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    do throws(PostgresFailure) {
      try begin([SQLStatement(sql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")])
    } catch {
      deadline = nil
      throw error.error
    }
    defer { endRead() }
    return try body(self)
  }
}

extension PostgresSession: MigrationConnection {
  var migrationTable: String {
    """
    CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT COLLATE "C" PRIMARY KEY, digest TEXT COLLATE "C" NOT NULL)
    """
  }

  var isInTransaction: Bool { hasBegun }

  func beginMigration() throws(StorageError) {
    do throws(PostgresFailure) {
      let name = try schema()
      try begin([
        SQLStatement(sql: "BEGIN"),
        SQLStatement(
          sql: "SELECT pg_advisory_xact_lock($1)",
          arguments: [.integer(ScopeLocks(schema: name).number(of: "migrations"))]),
      ])
    } catch {
      throw error.error
    }
  }

  func executeScript(_ sql: String) throws(StorageError) {
    do throws(PostgresFailure) { _ = try connected().runScript(sql, isPipelined: true) } catch {
      failure = error
      throw error.error
    }
  }

  /// The first schema of the search path that exists.
  func schema() throws(PostgresFailure) -> String {
    let statement = SQLStatement(sql: "SELECT current_schema()::text AS name")
    return try connected().run([statement], by: answerLimit).first?.rows.first?.text("name") ?? ""
  }
}
