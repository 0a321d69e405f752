import Bytes
import Storage

/// The rows of `invitations`.
enum InvitationRepository {
  static func insert(
    id: String, digest: String, note: String, createdBy: String?, now: Timestamp, expiresAt: Timestamp,
    in connection: any SQLConnection
  ) throws {
    try connection.execute(
      """
      INSERT INTO invitations (id, digest, note, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        .text(id), .text(digest), .text(note), .optional(createdBy), .integer(now.milliseconds),
        .integer(expiresAt.milliseconds),
      ])
  }

  static func find(id: String, in connection: any SQLConnection) throws -> Invitation? {
    try connection.first("SELECT * FROM invitations WHERE id = $1", [.text(id)]).flatMap(Invitation.init)
  }

  /// Newest first.
  static func page(limit: Int, offset: Int, in connection: any SQLConnection) throws -> [Invitation] {
    try connection.query(
      "SELECT * FROM invitations ORDER BY created_at DESC, id LIMIT $1 OFFSET $2",
      [.integer(Int64(limit)), .integer(Int64(offset))]
    ).compactMap(Invitation.init)
  }

  static func count(in connection: any SQLConnection) throws -> Int {
    Int(try connection.first("SELECT COUNT(*) AS count FROM invitations", [])?.integer("count") ?? 0)
  }

  static func countOpen(now: Timestamp, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first(
      "SELECT COUNT(*) AS count FROM invitations WHERE used_at IS NULL AND expires_at > $1",
      [.integer(now.milliseconds)])
    return Int(row?.integer("count") ?? 0)
  }

  /// Whether a sign-up may use the code with this digest.
  static func isOpen(_ digest: String, now: Timestamp, in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 AS open FROM invitations WHERE digest = $1 AND used_at IS NULL AND expires_at > $2",
      [.text(digest), .integer(now.milliseconds)]) != nil
  }

  /// Marks a code as used by a new account, whose row must exist. - Returns: false if it cannot be used.
  static func consume(
    _ digest: String, by userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws -> Bool {
    try connection.execute(
      """
      UPDATE invitations SET used_at = $3, used_by = $2 WHERE digest = $1 AND used_at IS NULL AND expires_at > $3
      """, [.text(digest), .text(userID), .integer(now.milliseconds)]) == 1
  }

  /// - Returns: false if there is no such invitation.
  static func delete(_ id: String, in connection: any SQLConnection) throws -> Bool {
    try connection.execute("DELETE FROM invitations WHERE id = $1", [.text(id)]) == 1
  }

  /// Deletes up to `step` invitations that expired before `moment`, used ones included. - Returns: whether more may exist.
  static func purge(before moment: Timestamp, step: Int, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE expires_at < $1 LIMIT $2)",
      [.integer(moment.milliseconds), .integer(Int64(step))]) == step
  }
}
