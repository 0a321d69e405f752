/// Limits the writes of each user. The composition root supplies it to ``WriteLimiting`` and to domains with sockets.
package protocol WriteLimiter: Sendable {
  /// Counts one write of a user if the limit allows it. Any thread.
  func take(userID: String) -> RateLimit
}

extension WriteLimiter {
  /// Counts one write of a user. - Throws: `Problem` 429 if it exceeds the limit.
  package func admit(userID: String) throws(Problem) {
    let limit = take(userID: userID)
    if limit.isExceeded { throw limit.problem }
  }
}

/// The state of a limit of requests within a time window, after one more request.
package struct RateLimit: Sendable, Equatable {
  /// The maximum number of requests in a window.
  package var limit: Int
  /// The number of requests that are still allowed in this window.
  package var remaining: Int
  /// Seconds until another request is allowed, at least 1, if none remains.
  package var resetSeconds: Int
  /// Whether the request exceeds the limit. It is not counted then.
  package var isExceeded: Bool

  /// Creates a state.
  package init(limit: Int, remaining: Int, resetSeconds: Int, isExceeded: Bool) {
    self.limit = limit
    self.remaining = remaining
    self.resetSeconds = resetSeconds
    self.isExceeded = isExceeded
  }

  /// The refusal of a request.
  package var problem: Problem {
    .tooManyRequests(
      retryAfter: resetSeconds,
      "Too many changes: at most \(limit) per minute are allowed. Try again in \(resetSeconds) seconds."
    ).naming(settings: "limits.writes_per_minute")
  }

  /// The three fields of draft-ietf-httpapi-ratelimit-headers-07.
  var fields: [(name: String, value: String)] {
    [
      ("RateLimit-Limit", String(limit)), ("RateLimit-Remaining", String(remaining)),
      ("RateLimit-Reset", String(resetSeconds)),
    ]
  }
}
