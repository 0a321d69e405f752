import Bytes
import Crypto
package import Storage

/// The configuration of a PostgreSQL database.
package struct PostgresConfiguration: Sendable {
  /// The isolation of write transactions.
  package enum Isolation: String, Sendable {
    /// Statements see what was committed before them. Scopes keep what a body has read.
    case readCommitted = "READ COMMITTED"
    /// For tests: an abort that a scope should have prevented names a missing scope.
    case serializable = "SERIALIZABLE"
  }

  /// The URL of the database (`postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full`), with any parameter of libpq.
  package var url: String
  /// The path of a file with the password, which replaces one in the URL. It is read for each connection, so that it can change.
  package var passwordFile: String?
  /// Whether to refuse a database that a server uses, for commands that must be alone.
  package var isExclusive = false
  /// The number of writer threads, each with a connection; at least one.
  package var writers = 8
  /// The number of reader threads, each with a connection; at least one. Half of them, but at least one, may work for one client.
  package var readers = 2
  /// The limit of both the wait and the run time of a client's read; the server's own reads may run ten times as long. nil for no
  /// limit.
  package var queryTimeout: Duration?
  /// The limit of each statement of a write transaction.
  package var statementTimeout: Duration = .seconds(60)
  /// The longest wait for a lock before a write fails with `busy`.
  package var lockTimeout: Duration = .seconds(10)
  /// The longest wait for a new connection, in whole seconds, at least 2 s. The URL may set another (`connect_timeout`).
  package var connectTimeout: Duration = .seconds(5)
  /// The longest time in which a transaction that failed by a conflict or a lost connection is run again, and in which the outcome
  /// of a commit without an answer is asked for.
  package var retryTimeout: Duration = .seconds(10)
  /// Maximum number of waiting write transactions. Further ones fail with `overloaded`.
  package var maxWaitingWrites = 10_000
  /// The name of all sessions (`application_name`), different for each process: a node that takes over another ends its sessions.
  /// The URL may set another.
  package var sessionName = "hearth-" + Hex.encode(SecureRandom.bytes(6))
  /// The isolation of write transactions.
  package var isolation = Isolation.readCommitted
  /// Tables whose ids clients keep and whose rows may be written unsynced. After a crash of the server those ids must not be used
  /// again, so that a range of ids is skipped.
  package var tablesWithKeptIDs: [String] = []
  /// The file name or path of libpq.
  package var library = "libpq.so.5"
  /// Records failures of the storage.
  package var health = StorageHealth()

  /// - Parameter url: a URL that starts with `postgresql://` or `postgres://`.
  package init(url: String) { self.url = url }
}
