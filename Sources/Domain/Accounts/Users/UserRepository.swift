import Bytes
import Storage

/// The rows of `users`.
enum UserRepository {
  /// By username or e-mail address.
  static func find(login: String, in connection: any SQLConnection) throws -> User? {
    let row = try connection.first(
      "SELECT * FROM users WHERE username_key = $1 OR email_key = $1", [.text(ProfilePolicy.key(login))])
    return row.flatMap(User.init)
  }

  static func find(id: String, in connection: any SQLConnection) throws -> User? {
    try connection.first("SELECT * FROM users WHERE id = $1", [.text(id)]).flatMap(User.init)
  }

  static func all(in connection: any SQLConnection) throws -> [User] {
    try connection.query("SELECT * FROM users ORDER BY number").compactMap(User.init)
  }

  /// The errors for a taken username and a taken e-mail address, as SQLite names the constraints.
  static let nameTaken = StorageError.uniqueViolation(constraint: "users.username_key")
  static let emailTaken = StorageError.uniqueViolation(constraint: "users.email_key")

  /// Whether the violated constraint is that of e-mail addresses. PostgreSQL's name contains the column too.
  static func isOfEmail(_ constraint: String) -> Bool { constraint.contains("email_key") }

  /// Whether an account has the username or e-mail address of `user` as either of the two.
  static func isTaken(_ user: NewUser, in connection: any SQLConnection) throws -> Bool {
    do {
      try checkFree(user, in: connection)
      return false
    } catch StorageError.uniqueViolation {
      return true
    }
  }

  /// Refuses a username or e-mail address that an account has as either of the two.
  /// - Throws: ``nameTaken``, ``emailTaken``.
  static func checkFree(_ user: NewUser, in connection: any SQLConnection) throws {
    guard try find(login: user.username, in: connection) == nil else { throw nameTaken }
    guard let email = user.email, try find(login: email, in: connection) != nil else { return }
    throw emailTaken
  }

  /// - Throws: `StorageError.uniqueViolation` where username or e-mail address are taken, be it as the other one of the
  ///   two: a login must name one account only.
  static func insert(
    _ user: NewUser, id: String, passwordHash: String, now: Timestamp, in connection: any SQLConnection
  ) throws {
    try checkFree(user, in: connection)
    try connection.execute(
      """
      INSERT INTO users (id, number, username, username_key, email, email_key, name, date_of_birth, role,
        password_hash, created_at, updated_at)
      SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10 FROM users
      """,
      [
        .text(id), .text(user.username), .text(ProfilePolicy.key(user.username)), .optional(user.email),
        .optional(user.email.map(ProfilePolicy.key)), .text(user.name), .optional(user.dateOfBirth), .text(user.role),
        .text(passwordHash), .integer(now.milliseconds),
      ])
  }

  static func setPassword(_ id: String, hash: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1",
      [.text(id), .text(hash), .integer(now.milliseconds)])
  }

  static func setDisabled(_ id: String, _ disabled: Bool, in connection: any SQLConnection) throws {
    try connection.execute("UPDATE users SET disabled = $2 WHERE id = $1", [.text(id), .bool(disabled)])
  }

  static func setRole(_ id: String, _ role: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE users SET role = $2, updated_at = $3 WHERE id = $1", [.text(id), .text(role), .integer(now.milliseconds)])
  }

  /// Whether there is an enabled administrator besides the account.
  static func hasAdmin(except id: String, in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 AS n FROM users WHERE role = 'admin' AND disabled = 0 AND id <> $1 LIMIT 1", [.text(id)]) != nil
  }

  /// Stores the members of the profile that `user` has.
  static func setProfile(_ user: User, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE users SET name = $2, date_of_birth = $3, language = $4, time_zone = $5, updated_at = $6 WHERE id = $1",
      [
        .text(user.id), .text(user.name), .optional(user.dateOfBirth), .optional(user.language),
        .optional(user.timeZone), .integer(now.milliseconds),
      ])
  }

  static func delete(_ id: String, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM users WHERE id = $1", [.text(id)])
  }
}
