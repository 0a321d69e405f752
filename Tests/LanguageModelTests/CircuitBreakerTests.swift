import Bytes
import Testing

@testable import LanguageModel

/// The admission of requests to a failing endpoint.
@Suite struct ModelOutageTests {
  private static let start = Timestamp(seconds: 1_000_000)

  /// An event, in seconds after the start.
  enum Step: Sendable {
    case ask(Int, Bool)
    case failed(Int)
    case succeeded
  }

  @Test(
    arguments: [
      // Two failures do not open the breaker, and a success resets the count.
      [
        .failed(0), .failed(0), .ask(0, true), .succeeded, .failed(0), .failed(0), .ask(0, true), .failed(0),
        .ask(29, false),
      ],
      // After the period one probe is admitted; its outcome decides.
      [
        .failed(0), .failed(0), .failed(0), .ask(30, true), .ask(30, false), .failed(31), .ask(60, false),
        .ask(61, true), .succeeded, .ask(61, true), .ask(61, true),
      ],
      // A wall clock that was set back does not extend the period.
      [.failed(0), .failed(0), .failed(0), .ask(-3600, true)],
    ] as [[Step]])
  func pausesAfterThreeFailuresInARow(_ steps: [Step]) {
    var outage = CircuitBreaker()
    for (index, step) in steps.enumerated() {
      switch step {
      case .ask(let second, let expected):
        let may = outage.admits(at: Self.start.advanced(by: .seconds(second)))
        #expect(may == expected, "step \(index)")
      case .failed(let second): outage.failed(at: Self.start.advanced(by: .seconds(second)))
      case .succeeded: outage.succeeded()
      }
    }
  }
}
