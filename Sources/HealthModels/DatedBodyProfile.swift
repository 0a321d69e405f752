package import Bytes

/// A body profile with the time of its last change, as accounts hand it to the coach.
package struct DatedBodyProfile: Sendable, Equatable {
  /// The values, with the age as of today.
  package var body: BodyProfile
  /// The time of the last change; nil if the user never set a value.
  package var changedAt: Timestamp?

  /// Creates a profile; without arguments it is empty.
  package init(_ body: BodyProfile = BodyProfile(), changedAt: Timestamp? = nil) {
    self.body = body
    self.changedAt = changedAt
  }
}
