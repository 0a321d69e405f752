package import Bytes
package import HTTPServer

/// The names of time zones in requests.
package enum TimeZoneParameter {
  /// Completes "must be" in an error.
  package static let rule = "a time zone like Europe/Berlin, or an offset like +09:00"

  /// The type of a member or parameter.
  package static let schema = Schema.string(length: 1...64)

  /// The optional query parameter `timezone`.
  package static let declaration = ParameterDeclaration.query(
    .init(
      "timezone", schema,
      "The zone of days and dates: a name of the IANA database (`Europe/Berlin`) or an offset (`+09:00`); by default that of the profile."
    ))
}

extension Request {
  /// Returns the zone of the query parameter `timezone`; nil if it is absent.
  /// - Throws: `Problem` 400 if the zone is unknown.
  package func timeZone(in environment: Environment) throws -> TimeZoneRules? {
    guard let text = queryValue("timezone") else { return nil }
    // In a query "+" means a space, which clients forget to encode.
    let name = text.hasPrefix(" ") ? "+" + text.dropFirst() : text
    guard let zone = environment.timeZone(named: name) else {
      throw Problem.invalid("timezone", mustBe: TimeZoneParameter.rule)
    }
    return zone
  }
}
