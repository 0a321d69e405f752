import Bytes
import Storage

/// The rows of `sign_outs`: the accounts whose sockets servers must close on behalf of a command or of another node.
enum SignOutRepository {
  /// A recorded sign-out.
  struct SignOut: Sendable {
    var id: Int64
    var userID: String
    /// The incarnation of the node that closed its own sockets; nil for a command.
    var node: Int64?
  }

  static func append(_ userID: String, node: Int64?, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "INSERT INTO sign_outs (user_id, created_at, node) VALUES ($1, $2, $3)",
      [.text(userID), .integer(now.milliseconds), .optional(node)])
  }

  /// At most 100 rows after `id`, in order.
  static func after(_ id: Int64, in connection: any SQLConnection) throws -> [SignOut] {
    try connection.query("SELECT id, user_id, node FROM sign_outs WHERE id > $1 ORDER BY id LIMIT 100", [.integer(id)])
      .compactMap { row in
        guard let id = row.integer("id"), let userID = row.text("user_id") else { return nil }
        return SignOut(id: id, userID: userID, node: row.integer("node"))
      }
  }

  static func newest(in connection: any SQLConnection) throws -> Int64 {
    try connection.first("SELECT MAX(id) AS id FROM sign_outs", [])?.integer("id") ?? 0
  }

  /// Forgets up to `step` of them. - Returns: whether there may be more.
  static func purge(before moment: Timestamp, step: Int, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM sign_outs WHERE id IN (SELECT id FROM sign_outs WHERE created_at < $1 ORDER BY id LIMIT $2)",
      [.integer(moment.milliseconds), .integer(Int64(step))]) == step
  }

  /// Forgets those of one account.
  static func forget(_ userID: String, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM sign_outs WHERE user_id = $1", [.text(userID)])
  }
}
