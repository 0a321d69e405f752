import Runtime
import Storage

/// The preparation for a new run of the server, before the first transaction of a connection.
///
/// After a crash, a sequence may return numbers again that clients have received with rows of unsynced commits. The first node that
/// connects to the new run skips a range of ids.
struct ServerPreparation: Sendable {
  /// Tables with an identity column `id`.
  let tables: [String]
  /// The lock of all nodes for the preparation.
  let lock: Int64
  /// The number of ids skipped: far more than the rows that a crash can lose.
  private static let reservedIDs = 100_000

  /// Prepares the server unless that was done since its start. Commits.
  func run(on link: PostgresLink, by deadline: MonotonicInstant?) throws(PostgresFailure) {
    let select = SQLStatement(sql: "SELECT value FROM storage_state WHERE name = 'server'")
    guard try Self.value(link.run([select], by: deadline)) != link.incarnation else { return }
    let results = try link.run(
      [
        SQLStatement(sql: "BEGIN"),
        SQLStatement(sql: "SELECT pg_advisory_xact_lock($1)", arguments: [.integer(lock)]), select,
      ], by: deadline)
    var statements: [SQLStatement] = []
    let known = Self.value(results)
    // Another connection may have prepared it in the meantime.
    if known != link.incarnation {
      // A new database has given no ids yet.
      statements = (known.isEmpty ? [] : tables).map {
        SQLStatement(
          sql: """
            SELECT setval(pg_get_serial_sequence('\($0)', 'id'), nextval(pg_get_serial_sequence('\($0)', 'id')) + \(Self.reservedIDs))
            """)
      }
      statements.append(
        SQLStatement(
          sql: "UPDATE storage_state SET value = $1 WHERE name = 'server'", arguments: [.text(link.incarnation)]))
    }
    _ = try link.run(statements + [SQLStatement(sql: "COMMIT")], by: deadline)
  }

  private static func value(_ results: [PostgresResult]) -> String { results.last?.rows.first?.text("value") ?? "" }
}
