/// An account that a server with `--dev` creates. The clients' guides document these names and passwords.
package struct DevelopmentAccount: Sendable {
  /// The name for logins.
  package var username: String
  /// nil for an account without an address.
  package var email: String?
  /// The documented password, which the password rules do not apply to.
  package var password: String
  /// `user` or `admin`.
  package var role = "user"

  /// All of them, in the order of creation.
  package static let all = [
    DevelopmentAccount(username: "admin", password: "admin123", role: "admin"),
    DevelopmentAccount(username: "testuser2", password: "password"),
    DevelopmentAccount(username: "user@example.com", email: "user@example.com", password: "password123"),
  ]

  /// The accounts for help and log: `NAME/PASSWORD, NAME/PASSWORD and NAME/PASSWORD`.
  package static var summary: String {
    let names = all.map { "\($0.username)/\($0.password)" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
