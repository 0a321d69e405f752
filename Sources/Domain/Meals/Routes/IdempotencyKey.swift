import API
import HTTPServer
import Storage

/// The identity of a request that a client may repeat. A repeated request returns the log of the first one, or reports
/// that it was deleted; another request under the same key is refused.
struct IdempotencyKey: Sendable {
  /// The value of the field `Idempotency-Key`, unique per user.
  var key: String
  /// SHA-256 of the path and the content.
  var digest: String

  /// Returns the log of the first request under this key; nil if there was none.
  /// - Throws: `Problem` 409 if the key was used for another request, 410 if the log was deleted since.
  func earlierLog(of userID: String, in connection: any SQLConnection) throws -> MealLog? {
    if let earlier = try MealLogRepository.find(key: key, userID: userID, in: connection) {
      try compare(earlier.digest)
      return earlier.log
    }
    guard let deleted = try DeletedMealKeys.digest(of: key, userID: userID, in: connection) else { return nil }
    try compare(deleted)
    throw Problem(
      status: 410, code: "MEAL_LOG_DELETED",
      message: "The meal log of this Idempotency-Key was stored and has been deleted since.")
  }

  private func compare(_ earlier: String) throws {
    guard earlier == digest else {
      throw Problem.conflict(
        code: "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for a request with other content.")
    }
  }
}
