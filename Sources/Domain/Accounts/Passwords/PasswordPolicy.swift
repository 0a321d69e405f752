import API

/// The rules for new passwords.
enum PasswordPolicy {
  /// The maximum number of bytes of a password, here and at a login.
  static let maxBytes = 1024

  /// The minimum number of characters of a new password.
  static let minCharacters = 8

  /// - Parameter strict: also upper case, lower case and a digit (`/api/v1`).
  /// - Throws: `Problem` 400 `WEAK_PASSWORD`.
  static func check(_ password: String, strict: Bool) throws {
    guard password.utf8.count <= maxBytes else {
      throw Problem.badRequest(code: "WEAK_PASSWORD", "The password may have at most \(maxBytes) bytes.")
    }
    guard password.count >= minCharacters else {
      throw Problem.badRequest(code: "WEAK_PASSWORD", "The password needs at least \(minCharacters) characters.")
    }
    guard strict else { return }
    guard password.contains(where: \.isUppercase), password.contains(where: \.isLowercase),
      password.contains(where: \.isNumber)
    else {
      throw Problem.badRequest(
        code: "WEAK_PASSWORD", "The password needs an upper-case letter, a lower-case letter and a digit.")
    }
  }
}
