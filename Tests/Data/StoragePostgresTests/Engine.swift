import Runtime
import Storage
import StoragePostgres
import TestSupport
import Testing

/// A storage engine whose behaviour the conformance suites compare.
enum Engine: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite, postgres

  var testDescription: String { rawValue }
}

/// The settings of a test's database.
struct EngineOptions: Sendable {
  var readers = 2
  var queryTimeout: Duration?
  /// Accounts whose ids and names are these.
  var users: [String] = []
}

/// A database of either engine with the calls that are not part of `Database`.
struct EngineDatabase: Sendable {
  let database: any Database
  let waitingReads: @Sendable () -> Int
  let waitingWrites: @Sendable () -> Int
  private let closeOnce: @Sendable () async -> Void
  private let isClosed = Locked(false)
  /// Opens the same tables again, like another process: nil for SQLite, whose server is one process.
  let openAgain: (@Sendable () async throws -> PostgresDatabase)?

  init(_ database: SQLiteDatabase) {
    self.database = database
    waitingReads = { database.waitingReads }
    waitingWrites = { database.waitingWrites }
    closeOnce = { await database.close() }
    openAgain = nil
  }

  init(_ configuration: PostgresConfiguration) async throws {
    let database = try await openPostgres(configuration)
    self.database = database
    waitingReads = { database.waitingReads }
    waitingWrites = { database.waitingWrites }
    closeOnce = { await database.close() }
    openAgain = { try await openPostgres(configuration) }
  }

  /// Closes the database. Further calls do nothing.
  func close() async {
    let mustClose = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if mustClose { await closeOnce() }
  }
}

/// Runs `body` with a new database and closes it afterwards.
func withEngine<Value>(
  _ engine: Engine, _ options: EngineOptions = .init(), _ body: (EngineDatabase) async throws -> Value
) async throws -> Value {
  let open = try await makeDatabase(engine, options)
  let result: Result<Value, any Error>
  do {
    try await addUsers(options.users, to: open.database)
    result = .success(try await body(open))
  } catch {
    result = .failure(error)
  }
  await open.close()
  return try result.get()
}

/// Runs `body` with a new PostgreSQL database on the shared server.
func withPostgres<Value>(
  users: [String] = [], writers: Int = 8, maxWaitingWrites: Int = 10_000, statementTimeout: Duration = .seconds(60),
  lockTimeout: Duration = .seconds(10), isolation: PostgresConfiguration.Isolation = .readCommitted,
  _ body: (PostgresDatabase, _ name: String, PostgresServer) async throws -> Value
) async throws -> Value {
  let (server, schema) = try await makeSchema()
  var configuration = PostgresConfiguration(url: schema.url)
  configuration.writers = writers
  configuration.maxWaitingWrites = maxWaitingWrites
  configuration.statementTimeout = statementTimeout
  configuration.lockTimeout = lockTimeout
  configuration.isolation = isolation
  let database = try await openPostgres(configuration)
  let result: Result<Value, any Error>
  do {
    try await addUsers(users, to: database)
    result = .success(try await body(database, schema.name, server))
  } catch {
    result = .failure(error)
  }
  await database.close()
  return try result.get()
}

/// The shared server and a new schema on it.
func makeSchema() async throws -> (server: PostgresServer, schema: (name: String, url: String)) {
  try await runBlocking {
    let server = try PostgresServer.shared.get()
    return (server, try server.makeSchema())
  }
}

/// Opens a database on a thread of its own: the call blocks.
func openPostgres(_ configuration: PostgresConfiguration) async throws -> PostgresDatabase {
  try await runBlocking { try PostgresDatabase.open(configuration) }
}

private func makeDatabase(_ engine: Engine, _ options: EngineOptions) async throws -> EngineDatabase {
  switch engine {
  case .sqlite:
    var configuration = SQLiteConfiguration()
    configuration.readers = options.readers
    configuration.queryTimeout = options.queryTimeout
    return EngineDatabase(try TestDatabase.sqlite(configuration, repeatsBodies: false))
  case .postgres:
    var configuration = PostgresConfiguration(url: try await makeSchema().schema.url)
    configuration.readers = options.readers
    configuration.queryTimeout = options.queryTimeout
    return try await EngineDatabase(configuration)
  }
}

private func addUsers(_ users: [String], to database: any Database) async throws {
  guard !users.isEmpty else { return }
  try await database.write(in: .accounts) { connection in
    for (number, user) in users.enumerated() {
      try connection.execute(
        """
        INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
        VALUES ($1, $2, $1, $1, '', 0, 0)
        """, [.text(user), .integer(Int64(number))])
    }
  }
}
