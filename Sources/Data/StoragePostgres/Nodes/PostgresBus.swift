import Cluster
import Runtime
import Storage

/// The bus over PostgreSQL: LISTEN and NOTIFY on a channel of the schema.
///
/// NOTIFY is sent in a transaction of its own, after the commit of the rows: within that transaction it would hold a lock
/// of the whole server during the commit (`docs/decisions/0047-bus.md`).
struct PostgresBus: BusEngine {
  private let connector: PostgresConnector
  private let channel: String
  private var link: PostgresLink?

  init(_ connector: PostgresConnector, locks: ScopeLocks) {
    self.connector = connector
    channel = "hearth_" + String(UInt64(bitPattern: locks.number(of: "bus")), radix: 16)
  }

  var name: String { "postgres" }

  var descriptor: Int32 { link?.descriptor ?? -1 }

  mutating func connect() throws {
    let new = try open()
    _ = try run([SQLStatement(sql: "LISTEN \(channel)")], on: new)
    link = new
  }

  mutating func send(_ texts: [String]) throws {
    let statements = texts.map {
      SQLStatement(sql: "SELECT pg_notify($1, $2)", arguments: [.text(channel), .text($0)])
    }
    _ = try run(statements, on: connected())
  }

  mutating func receive() throws -> [String] {
    do throws(PostgresFailure) { return try connected().notifications() } catch { throw error.error }
  }

  mutating func check() throws { _ = try run([SQLStatement(sql: "SELECT 1 AS one")], on: connected()) }

  mutating func disconnect() { link = nil }

  private func connected() throws(PostgresFailure) -> PostgresLink {
    guard let link, !link.isLost else { throw .lost("the connection was closed") }
    return link
  }

  private func open() throws(StorageError) -> PostgresLink {
    do throws(PostgresFailure) { return try connector.connectNow(.node) } catch { throw error.error }
  }

  private func run(_ statements: [SQLStatement], on link: PostgresLink) throws(StorageError) -> [PostgresResult] {
    let limit = MonotonicInstant.now.nanoseconds + 2 * PostgresConnector.nodeTimeout.wholeNanoseconds
    do throws(PostgresFailure) {
      return try link.run(statements, by: MonotonicInstant(nanoseconds: limit))
    } catch {
      throw error.error
    }
  }
}
