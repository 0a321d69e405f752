package import Bytes
package import Storage

/// The statements of users' profiles that concern meals. The methods read in the caller's transaction.
package protocol MealPreferences: Sendable {
  /// The code of the language that a user writes; nil if the user stated none.
  func language(of userID: String, in connection: any SQLConnection) throws -> String?
  /// The time zone of a user's days.
  func timeZone(of userID: String, in connection: any SQLConnection) throws -> TimeZoneRules
}
