import Runtime
import Storage

/// The data of a node that others can read.
package struct NodeIdentity: Sendable {
  /// The name of the machine, for operators. Several nodes may have the same.
  package var name: String
  /// Identifies the key of access tokens without revealing it. All nodes must have the same.
  package var keyDigest: String

  /// - Parameter keyDigest: a digest of the key.
  package init(name: String, keyDigest: String) {
    self.name = name
    self.keyDigest = keyDigest
  }
}

/// The connection that holds the locks of a node. All its calls block, and are confined to one thread.
///
/// The lock of an incarnation lives as long as the connection: PostgreSQL releases it when the process ends, and about 10 s after
/// the network is interrupted. A stopped process keeps it.
final class NodeSession {
  /// The other nodes, as one look finds them.
  struct Look: Sendable {
    /// The number of nodes, with this one.
    var count = 1
    /// The nodes whose lock this one has taken, because they ended. Call `release` for each.
    var ended: [Int64] = []
    /// The number of nodes that keep their locks without activity.
    var silentCount = 0
  }

  /// The time without activity after which a node counts as silent, in seconds.
  private static let silentAfter: Int64 = 10

  private let connector: PostgresConnector
  private let locks: ScopeLocks
  private var link: PostgresLink?
  /// The nodes whose locks were free at the last look.
  private var suspects: Set<Int64> = []

  init(_ connector: PostgresConnector, locks: ScopeLocks) {
    self.connector = connector
    self.locks = locks
  }

  /// Connects and takes the lock of a new incarnation.
  /// - Throws: `PostgresError.inUse` while a command uses the database alone, `PostgresError.otherKey` if a present node has another
  ///   key, `PostgresFailure`.
  func join(_ identity: NodeIdentity, now: Int64) throws -> Int64 {
    link = nil
    suspects = []
    guard try takeServersLock() else {
      link = nil
      throw PostgresError.inUse(schema: locks.schema)
    }
    try checkKey(of: identity)
    let number = try run("SELECT nextval('node_ids') AS id").first?.integer("id") ?? 0
    try run("SELECT pg_advisory_lock($1)", [lock(of: number)])
    try run(
      """
      INSERT INTO nodes (id, name, joined_at, session, session_name, key_digest)
      VALUES ($1, $2, $3, pg_backend_pid(), current_setting('application_name'), $4)
      """, [.integer(number), .text(identity.name), .integer(now), .text(identity.keyDigest)])
    return number
  }

  /// Looks for present nodes with another key. Their tokens would not be valid here.
  private func checkKey(of identity: NodeIdentity) throws {
    let others = try run(
      "SELECT id, name FROM nodes WHERE key_digest <> $1", [.text(identity.keyDigest)])
    for other in others {
      let number = other.integer("id") ?? 0
      guard try isTrue("SELECT pg_try_advisory_lock($1) AS is_held", [lock(of: number)]) else {
        throw PostgresError.otherKey(node: other.text("name") ?? "")
      }
      try release(number)
    }
  }

  /// Whether the connection is open, from what has arrived. Sends nothing.
  var isConnected: Bool {
    guard let link, !link.isLost else { return false }
    do throws(PostgresFailure) { _ = try link.notifications() } catch {
      self.link = nil
      return false
    }
    return true
  }

  /// Checks the place of this node, and looks for nodes that ended: those whose locks are free at two looks, so that one that only
  /// lost its connection can take its lock again.
  /// - Returns: nil if another node has taken over this one, or may do so.
  func look(_ incarnation: Int64) throws(PostgresFailure) -> Look? {
    guard try hasPlace(incarnation) else { return nil }
    let rows = try run(
      """
      SELECT n.id AS id, EXTRACT(EPOCH FROM clock_timestamp() - a.query_start)::BIGINT AS silence
      FROM nodes n LEFT JOIN pg_stat_activity a ON a.pid = n.session WHERE n.id <> $1
      """, [.integer(incarnation)])
    var look = Look(count: 1 + rows.count)
    let earlier = suspects
    suspects = []
    for row in rows {
      guard let other = row.integer("id") else { continue }
      if try isTrue("SELECT pg_try_advisory_lock($1) AS is_held", [lock(of: other)]) {
        suspects.insert(other)
        guard earlier.contains(other) else {
          try release(other)
          continue
        }
        try endSessions(of: other)
        look.ended.append(other)
      } else if row.integer("silence") ?? 0 > Self.silentAfter {
        look.silentCount += 1
      }
    }
    return look
  }

  /// Ends the sessions of a node that has lost its lock: of one that cannot be reached, PostgreSQL may notice some of them later
  /// than others, and their locks would delay the takeover.
  private func endSessions(of other: Int64) throws(PostgresFailure) {
    try run(
      """
      SELECT pg_terminate_backend(a.pid) AS is_ended FROM nodes n JOIN pg_stat_activity a ON a.application_name = n.session_name
      WHERE n.id = $1 AND NOT EXISTS (SELECT 1 FROM nodes o WHERE o.id <> n.id AND o.session_name = n.session_name)
      """, [.integer(other)])
  }

  /// Releases the lock of an ended node.
  func release(_ other: Int64) throws(PostgresFailure) {
    try run("SELECT pg_advisory_unlock($1)", [lock(of: other)])
  }

  /// Closes the connection, and with it the locks.
  func close() { link = nil }

  /// Whether this node still has its row and its lock. After the loss of the connection it takes the lock again, if no other node
  /// did so in the meantime.
  private func hasPlace(_ incarnation: Int64) throws(PostgresFailure) -> Bool {
    let isNew = link?.isLost != false
    if isNew {
      guard try takeServersLock(),
        try isTrue("SELECT pg_try_advisory_lock($1) AS is_held", [lock(of: incarnation)])
      else {
        link = nil
        return false
      }
      try run("UPDATE nodes SET session = pg_backend_pid() WHERE id = $1", [.integer(incarnation)])
    }
    return try !run("SELECT id FROM nodes WHERE id = $1", [.integer(incarnation)]).isEmpty
  }

  /// Takes the lock of all servers in shared mode, on a new connection if there is none.
  /// - Returns: false while a command uses the database alone.
  private func takeServersLock() throws(PostgresFailure) -> Bool {
    try isTrue(
      "SELECT pg_try_advisory_lock_shared($1) AS is_held", [.integer(locks.number(of: ServerLock.key))])
  }

  private func lock(of incarnation: Int64) -> SQLValue { .integer(locks.number(of: "node:\(incarnation)")) }

  private func isTrue(_ sql: String, _ arguments: [SQLValue]) throws(PostgresFailure) -> Bool {
    try run(sql, arguments).first?.integer("is_held") == 1
  }

  @discardableResult
  private func run(_ sql: String, _ arguments: [SQLValue] = []) throws(PostgresFailure) -> [Row] {
    let current: PostgresLink
    if let link, !link.isLost {
      current = link
    } else {
      current = try connector.connectNow(.node)
      link = current
    }
    do throws(PostgresFailure) {
      let limit = MonotonicInstant.now.nanoseconds + 2 * PostgresConnector.nodeTimeout.wholeNanoseconds
      let results = try current.run(
        [SQLStatement(sql: sql, arguments: arguments)], by: MonotonicInstant(nanoseconds: limit))
      return results.first?.rows ?? []
    } catch {
      // Its locks may be gone.
      link = nil
      throw error
    }
  }
}
