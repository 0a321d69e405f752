import Bytes
import Crypto
import Storage

/// The rows of `sessions` and `refresh_tokens`: a session is a family of refresh tokens. Unspent are the successors of the
/// token that was spent last: one, or several if its refresh was repeated.
enum SessionRepository {
  static func open(
    id: String, userID: String, family: TokenFamily, now: Timestamp, expiresAt: Timestamp,
    in connection: any SQLConnection
  ) throws {
    try connection.execute(
      "INSERT INTO sessions (id, user_id, family, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
      [
        .text(id), .text(userID), .text(family.rawValue), .integer(now.milliseconds),
        .integer(expiresAt.milliseconds),
      ])
  }

  /// Adds the next refresh token; the session lasts as long as it.
  static func store(_ token: String, sessionID: String, expiresAt: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "INSERT INTO refresh_tokens (digest, session_id, expires_at) VALUES ($1, $2, $3)",
      [.text(digest(token)), .text(sessionID), .integer(expiresAt.milliseconds)])
    try connection.execute(
      "UPDATE sessions SET expires_at = $2 WHERE id = $1", [.text(sessionID), .integer(expiresAt.milliseconds)])
  }

  /// The outcome of presenting a refresh token.
  enum Spending: Sendable, Equatable {
    case spent
    /// It was used before, and its use is not a repeated request, or its session is revoked; `now` says whether this use revoked it.
    case revoked(now: Bool)
    case unknown
  }

  /// Marks a token and the other unspent ones of its session as spent. A spent token revokes the session, unless it is the
  /// one spent last and was spent within `retryWindow`.
  static func spend(
    _ token: String, sessionID: String, userID: String, now: Timestamp, retryWindow: Duration,
    in connection: any SQLConnection
  ) throws -> Spending {
    let digest = digest(token)
    let row = try connection.first(
      """
      SELECT t.spent_at, s.revoked_at, s.last_spent FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
      WHERE t.digest = $1 AND s.id = $2 AND s.user_id = $3
      """, [.text(digest), .text(sessionID), .text(userID)])
    guard let row else { return .unknown }
    guard row.integer("revoked_at") == nil else { return .revoked(now: false) }
    if let spentAt = row.integer("spent_at") {
      let age = max(.zero, now.since(Timestamp(milliseconds: spentAt)))
      let isRepeated = row.text("last_spent") == digest && age < retryWindow
      return isRepeated ? .spent : .revoked(now: try revoke(sessionID, now: now, in: connection))
    }
    // Of the successors of one token only one stays valid: the use of another one is reuse.
    try connection.executeLater(
      "UPDATE refresh_tokens SET spent_at = $2 WHERE session_id = $1 AND spent_at IS NULL",
      [.text(sessionID), .integer(now.milliseconds)])
    try connection.executeLater(
      "UPDATE sessions SET last_spent = $2 WHERE id = $1", [.text(sessionID), .text(digest)])
    return .spent
  }

  /// - Returns: false if it was revoked already.
  @discardableResult
  static func revoke(_ sessionID: String, now: Timestamp, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "UPDATE sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL",
      [.text(sessionID), .integer(now.milliseconds)]) > 0
  }

  /// - Returns: the number of sessions that were not revoked before.
  @discardableResult
  static func revokeAll(of userID: String, now: Timestamp, in connection: any SQLConnection) throws -> Int {
    try connection.execute(
      "UPDATE sessions SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL",
      [.text(userID), .integer(now.milliseconds)])
  }

  /// The number of sessions that are neither revoked nor expired.
  static func liveCount(of userID: String, now: Timestamp, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first(
      "SELECT COUNT(*) AS n FROM sessions WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2",
      [.text(userID), .integer(now.milliseconds)])
    return Int(row?.integer("n") ?? 0)
  }

  /// Whether tokens of a session are still good: it is not revoked and its user is not disabled.
  static func isLive(_ sessionID: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    let row = try connection.first(
      """
      SELECT 1 AS live FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND u.id = $2 AND s.revoked_at IS NULL AND u.disabled = 0
      """, [.text(sessionID), .text(userID)])
    return row != nil
  }

  /// Forgets up to `step` tokens and, once no token is left, sessions that expired. - Returns: whether there may be more.
  static func purge(now: Timestamp, step: Int, in connection: any SQLConnection) throws -> Bool {
    // Tokens first: a session takes all of its own with it, and they may be many.
    for (table, key) in [("refresh_tokens", "digest"), ("sessions", "id")] {
      let count = try connection.execute(
        // The outer condition keeps a session that is extended at the same time.
        """
        DELETE FROM \(table)
        WHERE expires_at < $1 AND \(key) IN (SELECT \(key) FROM \(table) WHERE expires_at < $1 LIMIT $2)
        """,
        [.integer(now.milliseconds), .integer(Int64(step))])
      if count == step { return true }
    }
    return false
  }

  /// The stored form of a token: a stolen database must not allow a sign-in.
  private static func digest(_ token: String) -> String { Hex.encode(SHA256.digest(Array(token.utf8))) }
}
