/// The inputs from outside of otherwise pure code: wall clock, identifiers, randomness, and in development the switch of
/// limits.
///
/// Only `App` creates the real one; tests pass their own.
package struct Environment: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  /// Returns a new random (version 4) UUID in lower case.
  package var newID: @Sendable () -> String
  /// Returns the given number of cryptographically random bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Lifts limits on rates and connections; nil if they always hold, as without `--dev`.
  package var limits: LimitSwitch?
  /// Returns the rules of a zone of the IANA database; nil if the system has none of this name.
  package var ianaTimeZone: @Sendable (String) -> TimeZoneRules? = { _ in nil }

  /// - Parameters:
  ///   - now: reads the wall clock.
  ///   - newID: creates a UUID.
  ///   - randomBytes: generates random bytes.
  package init(
    now: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.newID = newID
    self.randomBytes = randomBytes
  }

  /// Returns the rules of a zone by its name in the IANA database (`Europe/Berlin`) or its offset (`+09:00`); nil if
  /// there is no such zone.
  package func timeZone(named name: String) -> TimeZoneRules? {
    name == "UTC" ? .utc : TimeZoneRules(offset: name) ?? ianaTimeZone(name)
  }

  /// Whether limits on rates and connections are lifted (docs/api/development.md#limits).
  package var areLimitsRelaxed: Bool { limits?.isRelaxed == true }
}
