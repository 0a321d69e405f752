package import Storage

/// The languages that users state in their profiles.
package protocol LanguageSource: Sendable {
  /// The code of the language that a user writes; nil if the user stated none. Reads in the caller's transaction.
  func language(of userID: String, in connection: any SQLConnection) throws -> String?
}
