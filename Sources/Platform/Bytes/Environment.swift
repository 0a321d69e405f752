/// What the outside world provides to otherwise pure code: wall clock, identifiers, randomness.
///
/// Only `App` builds the real one; tests pass their own.
package struct Environment: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  /// A fresh random (version 4) UUID in lower case.
  package var newID: @Sendable () -> String
  /// As many unpredictable bytes as asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.newID = newID
    self.randomBytes = randomBytes
  }
}
