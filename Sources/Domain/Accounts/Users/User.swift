package import Bytes
import Storage

/// One account.
package struct User: Sendable, Equatable {
  /// A lower-case UUID.
  package var id: String
  /// The integer id that the chat family of routes shows.
  package var number: Int64
  /// The name for logins, unique without regard to case.
  package var username: String
  /// nil if the user gave no address.
  package var email: String?
  /// The name that others see; may be empty.
  package var name: String
  /// `YYYY-MM-DD`
  package var dateOfBirth: String?
  /// The code of the language that the user writes; nil if the user stated none.
  package var language: String?
  /// The time zone of the user's days: a name of the IANA database or an offset; nil for UTC.
  package var timeZone: String?
  /// `user` or `admin`.
  package var role: String
  /// Whether logins and tokens of the account are refused.
  package var isDisabled: Bool
  /// The time of the sign-up.
  package var createdAt: Timestamp
  /// Empty if the account has no password, such as one that the first use of an external identity created.
  var passwordHash: String
  /// Whether the role is `admin`.
  var isAdmin: Bool { role == UserRole.admin.rawValue }
  /// Whether the account can log in with a password.
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
    language = row.text("language")
    timeZone = row.text("time_zone")
    role = row.text("role") ?? "user"
    isDisabled = row.integer("disabled") == 1
    createdAt = Timestamp(milliseconds: created)
    passwordHash = hash
  }
}

/// The role of an account.
package enum UserRole: String, Sendable, CaseIterable {
  /// No rights beside the own data.
  case user
  /// The routes of `Route.Authentication.admin`.
  case admin
}

/// The data of a new account.
package struct NewUser: Sendable {
  /// The name for logins, checked by `ProfilePolicy`.
  package var username: String
  /// nil for an account without an address.
  package var email: String?
  /// The password in plain text; only its hash is stored.
  package var password: String
  /// The name that others see; may be empty.
  package var name: String
  /// `YYYY-MM-DD`; nil if unknown.
  package var dateOfBirth: String?
  /// `user` or `admin`.
  package var role: String

  /// The data of an account with the role `user`, unless `role` says otherwise.
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
