package import Bytes
package import Cluster
import Crypto
package import Logging
import Migrations
package import Runtime
package import Storage

/// A PostgreSQL database: several writer threads that run transactions under the locks of their scopes, several reader threads.
///
/// Several processes may use the same database (`docs/decisions/0046-postgresql-engine.md`).
package final class PostgresDatabase: StorageEngine {
  private let writers: PostgresWriterPool
  private let readers: ReaderPool
  /// nil unless the database is used alone.
  private let lock: ServerLock?
  private let health: StorageHealth
  private let connector: PostgresConnector
  private let locks: ScopeLocks

  private init(
    writers: PostgresWriterPool, readers: ReaderPool, lock: ServerLock?, connector: PostgresConnector, locks: ScopeLocks
  ) {
    self.writers = writers
    self.readers = readers
    self.lock = lock
    self.connector = connector
    self.locks = locks
    health = connector.configuration.health
  }

  /// Without `close` the threads also end, after their queued work.
  deinit {
    writers.stop()
    readers.stop()
  }

  /// Connects, checks the server, and brings the schema up to date. Blocks.
  /// - Throws: `PostgresError`, `MigrationError`, `StorageError`, `SystemError`.
  package static func open(_ configuration: PostgresConfiguration) throws -> PostgresDatabase {
    let connector = PostgresConnector(configuration)
    do {
      let schema = try ServerCheck.run(connector)
      let lock = configuration.isExclusive ? try ServerLock.take(connector, schema: schema) : nil
      let migrator = PostgresSession(connector, role: .migrator)
      try Migrator(connection: migrator, migrations: Migration.postgres).run()
      migrator.close()
      let locks = ScopeLocks(schema: schema)
      let writers = try PostgresWriterPool(connector, locks: locks)
      do {
        let readers = try ReaderPool(
          count: configuration.readers, timeout: configuration.queryTimeout, health: configuration.health
        ) { PostgresSession(connector, role: .reader) }
        return PostgresDatabase(writers: writers, readers: readers, lock: lock, connector: connector, locks: locks)
      } catch {
        writers.stop()
        throw error
      }
    } catch let failure as PostgresFailure {
      throw failure.error
    }
  }

  /// Connects and checks the server and the rights of the user, without changing anything. Blocks.
  /// - Throws: `PostgresError`.
  package static func check(_ configuration: PostgresConfiguration) throws {
    do { _ = try ServerCheck.run(PostgresConnector(configuration)) } catch let failure as PostgresFailure {
      throw PostgresError.connection(reason: failure.error.description)
    }
  }

  /// Makes the membership of a server among the nodes of this database, which has yet to join.
  /// - Throws: `SystemError` if its thread cannot be started.
  package func membership(
    _ identity: NodeIdentity, configuration: PostgresMembership.Configuration = .init(), environment: Environment,
    logger: Logger
  ) throws -> PostgresMembership {
    try PostgresMembership(
      connector, locks: locks, identity: identity, configuration: configuration, environment: environment,
      logger: logger)
  }

  /// Returns the name of the cluster of this database, different from those of all others.
  package func clusterName() async throws -> String {
    try await read(for: .server) { connection in
      try connection.first("SELECT value FROM storage_state WHERE name = 'cluster'", [])?.text("value") ?? ""
    }
  }

  /// Makes a bus between the nodes of this database, which has yet to start.
  /// - Throws: `SystemError` if the process has no descriptor left.
  package func bus(logger: Logger) throws -> ThreadedBus {
    let (connector, locks) = (connector, locks)
    return try ThreadedBus(logger: logger) {
      PostgresBus(connector, locks: locks)
    }
  }

  /// Runs a read on a reader thread (`Database`).
  package func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await readers.read(for: share, body)
  }

  /// Runs a durable transaction on a writer thread (`Database`).
  @discardableResult
  package func write<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await PendingWrite.perform(in: scope, isSynced: true, body, submit: writers.submit)
  }

  /// Runs a transaction on a writer thread without waiting for the disk of the server (`Database`).
  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await PendingWrite.perform(in: scope, isSynced: false, body, submit: writers.submit)
  }

  /// The number of transactions waiting for a writer or for an earlier transaction of their scope.
  package var waitingWrites: Int { writers.waitingCount }

  /// The number of reads waiting for a reader.
  package var waitingReads: Int { readers.waitingCount }

  /// The highest id that the sequence of a table has given (`StorageEngine`).
  package func lastID(of table: String) async throws -> Int64 {
    try await read(for: .server) { connection in
      let name = try connection.first("SELECT pg_get_serial_sequence($1, 'id') AS name", [.text(table)])?.text("name")
      guard let name else { return 0 }
      let row = try connection.first("SELECT last_value AS id, is_called AS is_used FROM \(name)", [])
      return row?.integer("is_used") == 1 ? row?.integer("id") ?? 0 : 0
    }
  }

  /// Sets the highest id of the sequence of a table (`StorageEngine`).
  package func setLastID(_ id: Int64, of table: String) async throws {
    try await write(in: .none) { connection in
      _ = try connection.query(
        "SELECT setval(pg_get_serial_sequence($1, 'id'), $2, $3 = 1) AS id",
        [.text(table), .integer(max(1, id)), .bool(id > 0)])
    }
  }

  /// Checks whether the storage is writable, and reports to `PostgresConfiguration.health`. Call it every few seconds.
  ///
  /// It reads one value. During an outage it also commits a row unchanged.
  package func probe() async {
    do {
      try await lock?.check()
      if health.outage == nil {
        let isStandby = try await read(for: .server) { try $0.first("SELECT pg_is_in_recovery() AS standby", []) }
        health.probed(isStandby?.integer("standby") == 1 ? .readOnly : nil)
      } else {
        try await write(in: .none) { try $0.execute("UPDATE storage_state SET value = value WHERE name = 'server'") }
        health.probed(nil)
      }
    } catch {
      if let error = error as? StorageError { health.probed(error) }
    }
  }

  /// Commits the waiting transactions and closes. Later reads and writes fail with `closed`.
  package func close() async {
    readers.refuse()
    await writers.close()
    await readers.close()
    await lock?.release()
  }
}
