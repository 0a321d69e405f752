import Bytes
import Testing

@testable import LanguageModel

@Suite struct RetryTests {
  private static let now = Timestamp(rfc3339: "1994-11-06T08:49:37Z") ?? Timestamp(seconds: 0)

  @Test(
    arguments: [
      ("0", .zero), ("7", .seconds(7)), (" 120 ", .seconds(120)), ("99999999999999999999", .seconds(86400)),
      ("86401", .seconds(86400)),
      ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)), ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
      ("Sun Nov  6 08:49:38 1994", .seconds(1)), ("Sun, 06 Nov 1994 08:49:00 GMT", .zero),
      ("Thu, 06 Nov 2194 08:49:37 GMT", .seconds(86400)),
      ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
      ("Sun, 06 Abc 1994 08:49:37 GMT", nil),
      ("٣", nil), (String(repeating: "a ", count: 100), nil),
    ] as [(String, Duration?)])
  func readsRetryAfterAsSecondsOrDate(_ row: (text: String, duration: Duration?)) {
    #expect(RetryAfter.duration(row.text, now: Self.now) == row.duration)
  }

  private let policy = RetryPolicy(retries: ModelRetries())

  private func delay(
    _ error: LanguageModelError, after asked: Duration? = nil, failures: Int = 1, random: UInt8 = 255
  ) -> Duration? {
    policy.delay(after: AnswerReader.Failure(error: error, retryAfter: asked), failures: failures, random: random)
  }

  @Test func doublesTheWaitHalfOfWhichIsRandom() {
    #expect(delay(.serverError(status: 500), random: 0) == .milliseconds(250))
    #expect(delay(.serverError(status: 500)) == .milliseconds(500))
    #expect(delay(.serverError(status: 500), failures: 2) == .seconds(1))
    #expect(delay(.serverError(status: 500), failures: 3) == .seconds(2))
    #expect(delay(.serverError(status: 500), failures: 4) == nil, "three other tries at most")
  }

  @Test func boundsTheWait() {
    var retries = ModelRetries()
    retries.count = .max
    let policy = RetryPolicy(retries: retries)
    let failure = AnswerReader.Failure(error: .brokenStream)
    #expect(policy.delay(after: failure, failures: 100_000, random: 255) == .seconds(8))
  }

  @Test func waitsAsLongAsTheEndpointWants() {
    #expect(delay(.rateLimited(retryAfter: .seconds(7)), after: .seconds(7)) == .seconds(7))
    #expect(delay(.serverError(status: 503), after: .seconds(20)) == .seconds(20))
    #expect(delay(.rateLimited(retryAfter: .zero), after: .zero) == .milliseconds(500), "its own wait is longer")
    #expect(delay(.rateLimited(retryAfter: .seconds(21)), after: .seconds(21)) == nil, "too long for a user who waits")
  }

  @Test(
    arguments: [
      .unreachable(.certificate), .unreachable(.tls), .unreachable(.system), .timedOut(.firstByte),
      .timedOut(.betweenBytes),
      .timedOut(.total), .badResponse(.notJSON), .refused(status: 400, message: ""), .busy,
      .budgetExceeded(until: Timestamp(seconds: 0)),
    ] as [LanguageModelError])
  func doesNotRetryPermanentErrors(_ error: LanguageModelError) {
    #expect(delay(error) == nil)
    #expect(!error.isTransient)
  }

  @Test(
    arguments: [
      .unreachable(.name), .unreachable(.connection), .timedOut(.connect), .brokenStream, .rateLimited(retryAfter: nil),
      .serverError(status: 500),
    ] as [LanguageModelError])
  func retriesTransientFailures(_ error: LanguageModelError) {
    #expect(delay(error) != nil)
  }
}
