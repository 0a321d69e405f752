import HTTPServer
import Logging
import Runtime

/// Turns errors of handlers and middleware into responses, and logs unexpected ones. Any thread.
struct ErrorResponder: Sendable {
  private static let maxLoggedCharacters = 500

  private let explain: @Sendable (any Error) -> Problem?
  private let logger: Logger
  private let failures = FailureLog()

  /// - Parameter explain: the problem that clients receive for an error of another type; nil for 500 without detail.
  init(explain: @escaping @Sendable (any Error) -> Problem?, logger: Logger) {
    self.explain = explain
    self.logger = logger
  }

  func response(to error: any Error, _ request: Request) -> Response {
    if let problem = error as? Problem { return problem.response }
    let known = explain(error)
    // A full disk fails every request, so failures are logged at a bounded rate.
    if let count = known == nil ? 1 : failures.count(at: .now) {
      logger.error(
        "request failed",
        metadata: [
          "request_id": "\(request.id)",
          "error": "\(LogRedaction.redacted(String(String(reflecting: error).prefix(Self.maxLoggedCharacters))))",
          "requests": "\(count)",
        ])
    }
    var problem =
      known
      ?? Problem(
        status: 500, code: "INTERNAL_ERROR", message: "Something went wrong on the server. Please try again.")
    problem.details["request_id"] = request.id
    return problem.response
  }
}
