/// The decision to repeat a failed request, with exponential backoff.
struct RetryPolicy: Sendable {
  var retries: ModelRetries

  /// Returns the delay before the next attempt; nil if there should be none.
  /// - Parameters:
  ///   - failures: the number of failed attempts, the last one with `failure`.
  ///   - random: selects the jitter within the second half of the delay.
  func delay(after failure: AnswerReader.Failure, failures: Int, random: UInt8) -> Duration? {
    guard failure.error.isTransient, failures <= retries.count else { return nil }
    if let requested = failure.retryAfter, requested > retries.maxRetryAfter { return nil }
    var delay = min(retries.firstDelay, retries.maxDelay)
    for _ in 1..<max(1, min(failures, 32)) { delay = min(delay * 2, retries.maxDelay) }
    return max(failure.retryAfter ?? .zero, delay / 2 + delay * Int(random) / 510)
  }
}
