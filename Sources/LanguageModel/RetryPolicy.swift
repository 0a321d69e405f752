/// Whether a failed request is tried again, and after which wait.
struct RetryPolicy: Sendable {
  var retries: ModelRetries

  /// - Parameters:
  ///   - failures: how many tries have failed, the last one with `failure`.
  ///   - random: chooses within the second half of the wait.
  /// - Returns: nil where there should be no other try.
  func delay(after failure: AnswerReader.Failure, failures: Int, random: UInt8) -> Duration? {
    guard failure.error.isTransient, failures <= retries.count else { return nil }
    if let asked = failure.retryAfter, asked > retries.maxRetryAfter { return nil }
    var delay = min(retries.firstDelay, retries.maxDelay)
    for _ in 1..<max(1, min(failures, 32)) { delay = min(delay * 2, retries.maxDelay) }
    return max(failure.retryAfter ?? .zero, delay / 2 + delay * Int(random) / 510)
  }
}
