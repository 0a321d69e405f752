import Bytes
import Web

/// What new names, addresses, passwords and dates must be.
enum PasswordPolicy {
  /// - Parameter strict: also upper case, lower case and a digit (`/api/v1`).
  static func check(_ password: String, strict: Bool) throws {
    guard password.utf8.count <= 1024 else {
      throw Problem.badRequest(code: "WEAK_PASSWORD", "The password may have at most 1024 bytes.")
    }
    guard password.count >= 8 else {
      throw Problem.badRequest(code: "WEAK_PASSWORD", "The password needs at least 8 characters.")
    }
    guard strict else { return }
    guard password.contains(where: \.isUppercase), password.contains(where: \.isLowercase),
      password.contains(where: \.isNumber)
    else {
      throw Problem.badRequest(
        code: "WEAK_PASSWORD", "The password needs an upper-case letter, a lower-case letter and a digit.")
    }
  }

  static func check(username: String) throws {
    let isPlain = username.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard (3...150).contains(username.utf8.count), isPlain else {
      throw Problem.badRequest("The username needs 3 to 150 bytes without spaces.")
    }
  }

  static func check(email: String) throws {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = email.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasPrefix("."),
      !parts[1].hasSuffix("."), isPlain, email.utf8.count <= 254
    else { throw Problem.badRequest(code: "INVALID_EMAIL", "This is not an e-mail address.") }
  }

  /// Reads a date of birth (`YYYY-MM-DD` or RFC 3339). - Returns: `YYYY-MM-DD`.
  static func dateOfBirth(_ text: String, now: Timestamp) throws -> String {
    guard let birth = Timestamp(date: text) ?? Timestamp(rfc3339: text), birth < now else {
      throw Problem.badRequest("date_of_birth must be a date like 1990-05-31.")
    }
    let age = (Int(now.date.prefix(4)) ?? 0) - (Int(birth.date.prefix(4)) ?? 0)
    let hadBirthday = now.date.dropFirst(5) >= birth.date.dropFirst(5)
    guard (hadBirthday ? age : age - 1) >= 13 else {
      throw Problem.badRequest(code: "AGE_RESTRICTION", "Users must be at least 13 years old.")
    }
    return birth.date
  }
}
