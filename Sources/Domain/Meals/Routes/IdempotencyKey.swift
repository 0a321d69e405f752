import API
import HTTPServer
import Storage

/// The identity of a request that a client may repeat. A repeated request returns the log of the first one; another
/// request under the same key is refused.
struct IdempotencyKey: Sendable {
  /// The value of the field `Idempotency-Key`, unique per user.
  var key: String
  /// SHA-256 of the path and the content.
  var digest: String

  /// Returns the log of the first request under this key; nil if there was none.
  /// - Throws: `Problem` 409 if the key was used for another request.
  func earlierLog(of userID: String, in connection: any SQLConnection) throws -> MealLog? {
    guard let earlier = try MealLogRepository.find(key: key, userID: userID, in: connection) else { return nil }
    guard earlier.digest == digest else {
      throw Problem.conflict(
        code: "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for a request with other content.")
    }
    return earlier.log
  }
}
