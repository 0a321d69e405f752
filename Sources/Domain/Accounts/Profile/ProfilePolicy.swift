import API
import Bytes
import HealthModels

/// The rules for new names, addresses and dates, and the folding that makes two names equal.
enum ProfilePolicy {
  /// The number of bytes of a username in its folded form.
  static let usernameBytes = 3...150
  /// The maximum number of bytes of an e-mail address (RFC 5321 §4.5.3.1.3, without the angle brackets).
  static let maxEmailBytes = 254
  /// The maximum number of bytes of a display name.
  static let maxNameBytes = 200
  /// The minimum age of users in years.
  static let minAge = 13

  /// The form in which usernames and addresses are compared: no spaces around, NFKC, lower case.
  static func key(_ text: String) -> String { folded(text).trimmingWhitespace() }

  /// A mark that stands alone folds to a space and the mark, so that spaces may stand around this.
  private static func folded(_ text: String) -> String {
    text.trimmingWhitespace().nfkc.lowercased().nfkc
  }

  /// - Returns: the name to store, without spaces around. - Throws: `Problem` 400.
  static func username(_ text: String) throws -> String {
    let name = text.trimmingWhitespace()
    let folded = folded(name)
    guard name.utf8.count <= usernameBytes.upperBound, usernameBytes.contains(folded.utf8.count), isPlain(name),
      isPlain(folded)
    else {
      throw Problem.badRequest(
        "The username needs 3 to 150 bytes without spaces and invisible characters.",
        details: ["username": "3 to 150 bytes without spaces and invisible characters"])
    }
    return name
  }

  /// - Returns: the address to store, without spaces around. - Throws: `Problem` 400 `INVALID_EMAIL`.
  static func email(_ text: String) throws -> String {
    let address = text.trimmingWhitespace()
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, address.utf8.count <= maxEmailBytes, isPlain(address), parts[0].utf8.count <= 64,
      isDotted(parts[0]), isDomain(parts[1])
    else {
      throw Problem.badRequest(
        code: "INVALID_EMAIL", "This is not an e-mail address.",
        details: ["email": "an address like ada@example.com, of at most \(maxEmailBytes) bytes"])
    }
    return address
  }

  /// A display name. It may contain invisible characters that scripts and emoji need (zero-width joiners, variation
  /// selectors), but must show something, stay on one line, and not reverse the text around it.
  /// - Returns: the name to store, without spaces around; empty if the text is empty or all spaces.
  /// - Throws: `Problem` 400.
  static func name(_ text: String) throws -> String {
    let name = text.trimmingWhitespace()
    let scalars = text.unicodeScalars
    guard name.utf8.count <= maxNameBytes, !name.unicodeScalars.contains(where: VisibleText.breaksLine) else {
      throw Problem.badRequest(
        "The name may have at most \(maxNameBytes) bytes on one line.",
        details: ["name": "at most \(maxNameBytes) bytes on one line"])
    }
    guard !scalars.contains(where: VisibleText.overridesDirection) else {
      throw Problem.badRequest(
        "The name must not contain characters that change the direction of text.",
        details: ["name": "without characters that change the direction of text"])
    }
    guard scalars.allSatisfy(\.properties.isWhitespace) || !scalars.allSatisfy(VisibleText.isInvisible) else {
      throw Problem.badRequest(
        "The name must contain at least one visible character.", details: ["name": "at least one visible character"])
    }
    return name
  }

  /// Reads a date of birth (`YYYY-MM-DD` or RFC 3339, of which the date as written counts).
  /// - Returns: `YYYY-MM-DD`. - Throws: `Problem` 400, `AGE_RESTRICTION` below 13 years.
  static func dateOfBirth(_ text: String, now: Timestamp) throws -> String {
    let written = text.prefix(10)
    guard let birth = Timestamp(date: written), birth < now,
      text.count == 10 || Timestamp(rfc3339: text) != nil
    else { throw Problem.invalid("date_of_birth", mustBe: "a date like 1990-05-31") }
    let years = (Int(now.date.prefix(4)) ?? 0) - (Int(birth.date.prefix(4)) ?? 0)
    let hadBirthday = now.date.dropFirst(5) >= birth.date.dropFirst(5)
    let age = hadBirthday ? years : years - 1
    guard age >= minAge else {
      throw Problem.badRequest(
        code: "AGE_RESTRICTION", "Users must be at least \(minAge) years old.",
        details: ["date_of_birth": "at least \(minAge) years ago"])
    }
    guard age <= BodyProfile.ages.upperBound else {
      throw Problem.invalid(
        "date_of_birth", mustBe: "a date of the last \(BodyProfile.ages.upperBound) years, like 1990-05-31")
    }
    return birth.date
  }

  /// Whether the text has no space and no invisible character: two names must not look the same.
  private static func isPlain(_ text: String) -> Bool { !text.unicodeScalars.contains(where: VisibleText.isInvisible) }

  private static func isDotted(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  private static func isDomain(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }
}
