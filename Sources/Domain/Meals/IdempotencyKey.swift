import API
import HTTPServer
import Storage

/// By what a request that is sent again is known: the same one under a key gives the same log, another one is refused.
struct IdempotencyKey: Sendable {
  /// `Idempotency-Key`, of one user
  var key: String
  /// Of address and content.
  var digest: String

  /// - Throws: `Problem` 409 where the key was used for another request.
  func earlierLog(of userID: String, in connection: any SQLConnection) throws -> MealLog? {
    guard let earlier = try MealLogRepository.find(key: key, userID: userID, in: connection) else { return nil }
    guard earlier.digest == digest else {
      throw Problem.conflict(
        code: "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for a request with other content.")
    }
    return earlier.log
  }
}
