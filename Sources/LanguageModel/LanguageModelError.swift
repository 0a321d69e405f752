package import Bytes

/// The reason a language model returned no complete answer.
///
/// No case contains the key or the address. The message of `refused` comes from the endpoint and may quote the
/// conversation.
package enum LanguageModelError: Error, Equatable, Sendable {
  /// No connection was established.
  case unreachable(Obstacle)
  /// A limit of `ModelTimeouts` was exceeded.
  case timedOut(Phase)
  /// The endpoint limits the rate of requests (429). The delay is that of its `Retry-After`, at most a day; nil without one.
  case rateLimited(retryAfter: Duration?)
  /// The endpoint failed (5xx, or an error of that kind inside the stream).
  case serverError(status: Int)
  /// The connection ended before the answer was complete.
  case brokenStream
  /// The response does not follow the protocol, or exceeds a limit.
  case badResponse(Fault)
  /// The endpoint refused the request (4xx). The message is one line of at most 200 bytes.
  case refused(status: Int, message: String)
  /// The user's budget for the day is exhausted. The next day starts at `until`.
  case budgetExceeded(until: Timestamp)
  /// The maximum number of requests waits for a worker already.
  case busy

  /// The step of establishing a connection that failed.
  package enum Obstacle: String, Sendable {
    case name, connection, certificate, tls, system
  }

  /// The phase of a transfer that a limit applies to.
  package enum Phase: String, Sendable {
    case connect, firstByte, betweenBytes, total
  }

  /// The violation of the protocol.
  package enum Fault: Equatable, Sendable {
    /// Not HTTP, or a header section larger than 64 KiB.
    case notHTTP
    /// A status that is neither 200 nor an error.
    case status(Int)
    /// A redirect. It is not followed, because the key is for the configured endpoint only.
    case redirected(Int)
    /// Not `text/event-stream`.
    case contentType
    /// A line or an event larger than the limits of the parser.
    case eventTooLarge
    /// An event that is not a JSON object of the protocol.
    case notJSON
    /// Tool calls that exceed the limits of the decoder, or have no name.
    case toolCalls
    /// More bytes than `ModelLimits.maxResponseBytes`.
    case tooLarge(limit: Int)
  }
}

extension LanguageModelError {
  /// Whether the same request may succeed later without a change of the configuration.
  package var isTransient: Bool {
    switch self {
    case .unreachable(let obstacle): obstacle == .name || obstacle == .connection
    case .timedOut(let phase): phase == .connect
    case .rateLimited, .serverError, .brokenStream: true
    case .badResponse, .refused, .budgetExceeded, .busy: false
    }
  }
}

extension LanguageModelError: CustomStringConvertible {
  /// The text for logs.
  package var description: String {
    switch self {
    case .unreachable(let obstacle): "endpoint unreachable: \(obstacle.rawValue)"
    case .timedOut(let phase): "endpoint timed out: \(phase.rawValue)"
    case .rateLimited(let after?): "endpoint limits requests, retry after \(after)"
    case .rateLimited(nil): "endpoint limits requests"
    case .serverError(let status): "endpoint failed with status \(status)"
    case .brokenStream: "connection closed before the answer was complete"
    case .badResponse(let fault): "endpoint response is not a chat completion: \(fault)"
    case .refused(let status, let message): "endpoint refused with status \(status): \(message)"
    case .budgetExceeded(let until): "user budget exhausted until \(until.rfc3339)"
    case .busy: "too many requests wait for a worker"
    }
  }
}
