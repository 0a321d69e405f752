package import Bytes
import Storage

/// One account.
package struct User: Sendable, Equatable {
  /// A lower-case UUID.
  package var id: String
  /// The integer id that the chat family of routes shows.
  package var number: Int64
  package var username: String
  package var email: String?
  package var name: String
  /// `YYYY-MM-DD`
  package var dateOfBirth: String?
  package var role: String
  package var isDisabled: Bool
  package var createdAt: Timestamp
  /// Empty if the account has no password, such as one that the first use of an external identity created.
  var passwordHash: String
  package var hasPassword: Bool { !passwordHash.isEmpty }

  /// - Returns: nil where the row is not one of `users`.
  init?(_ row: Row) {
    guard let id = row.text("id"), let number = row.integer("number"), let username = row.text("username"),
      let hash = row.text("password_hash"), let created = row.integer("created_at")
    else { return nil }
    self.id = id
    self.number = number
    self.username = username
    email = row.text("email")
    name = row.text("name") ?? ""
    dateOfBirth = row.text("date_of_birth")
    role = row.text("role") ?? "user"
    isDisabled = row.integer("disabled") == 1
    createdAt = Timestamp(milliseconds: created)
    passwordHash = hash
  }
}

/// What a new account is made from.
package struct NewUser: Sendable {
  package var username: String
  package var email: String?
  package var password: String
  package var name: String
  package var dateOfBirth: String?
  package var role: String

  package init(
    username: String, email: String? = nil, password: String, name: String = "", dateOfBirth: String? = nil,
    role: String = "user"
  ) {
    self.username = username
    self.email = email
    self.password = password
    self.name = name
    self.dateOfBirth = dateOfBirth
    self.role = role
  }
}
