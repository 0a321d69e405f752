import Runtime
import Storage

/// The lock of a command that uses a database alone, on a connection of its own. Servers hold it in shared mode.
///
/// The command loses the lock with the connection, and takes it again on the next one.
actor ServerLock {
  /// The name of the lock, from which its number is made.
  static let key = "only server"

  private let session: PostgresSession
  private let number: Int64
  private nonisolated let thread: DedicatedThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  private init(session: sending PostgresSession, number: Int64, thread: DedicatedThread) {
    self.session = session
    self.number = number
    self.thread = thread
  }

  /// Takes the lock. Blocks for one round trip.
  /// - Throws: `PostgresError.inUse` if a server or another command has it, `PostgresFailure`, `SystemError`.
  static func take(_ connector: PostgresConnector, schema: String) throws -> ServerLock {
    let number = ScopeLocks(schema: schema).number(of: key)
    let session = PostgresSession(connector, role: .writer)
    guard try session.keepLock(number) else { throw PostgresError.inUse(schema: schema) }
    return ServerLock(session: session, number: number, thread: try DedicatedThread(name: "db-lock"))
  }

  deinit { thread.stop() }

  /// Checks the connection, and takes the lock again if it was lost.
  /// - Throws: `StorageError` if there is no connection, or if another process has taken the lock.
  func check() throws(StorageError) {
    let isHeld: Bool
    do throws(PostgresFailure) { isHeld = try session.keepLock(number) } catch { throw error.error }
    guard isHeld else { throw .inputOutput(message: "another process uses this database") }
  }

  /// Ends the connection, and with it the lock.
  func release() { session.close() }
}
