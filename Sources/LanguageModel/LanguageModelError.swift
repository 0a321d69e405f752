package import Bytes

/// Why a language model gave no answer, or no whole one.
///
/// No case carries the key or the address. A refusal's message is the endpoint's words, which may quote the
/// conversation.
package enum LanguageModelError: Error, Equatable, Sendable {
  /// No connection came about.
  case unreachable(Obstacle)
  /// A limit of `ModelTimeouts` passed.
  case timedOut(Phase)
  /// The endpoint wants fewer requests (429); when it wants the next one, where it said so, a day at most.
  case rateLimited(retryAfter: Duration?)
  /// The endpoint failed (5xx, or an error of that kind inside the stream).
  case serverError(status: Int)
  /// The connection ended within the answer.
  case brokenStream
  /// The answer is none of this protocol, or beyond a limit.
  case badResponse(Fault)
  /// The endpoint will not answer this request (4xx), with its reason: one line, 200 bytes at most.
  case refused(status: Int, message: String)
  /// The user's cap for the day is reached; when the next day starts.
  case budgetExceeded(until: Timestamp)
  /// More requests wait for a thread than may.
  case busy

  /// What stood in the way of a connection.
  package enum Obstacle: String, Sendable {
    case name, connection, certificate, tls, system
  }

  /// What took too long.
  package enum Phase: String, Sendable {
    case connect, firstByte, betweenBytes, total
  }

  /// What is wrong with an answer.
  package enum Fault: Equatable, Sendable {
    /// Not HTTP, or fields beyond 64 KiB.
    case notHTTP
    /// A status that is neither 200 nor an error.
    case status(Int)
    /// Redirects are not followed: the key is for the configured endpoint alone.
    case redirected(Int)
    /// Not `text/event-stream`.
    case contentType
    /// A line or an event beyond the parser's limits.
    case eventTooLarge
    /// An event that is not a JSON object of the protocol.
    case notJSON
    /// Tool calls beyond the decoder's limits, or without a name.
    case toolCalls
    /// More bytes than `ModelLimits.maxResponseBytes`.
    case tooLarge(limit: Int)
  }
}

extension LanguageModelError {
  /// Whether the same request may well succeed a moment later, without anyone doing anything.
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
  /// For logs.
  package var description: String {
    switch self {
    case .unreachable(let obstacle): "the model's endpoint is unreachable: \(obstacle.rawValue)"
    case .timedOut(let phase): "the model's endpoint took too long: \(phase.rawValue)"
    case .rateLimited(let after?): "the model's endpoint limits requests, the next one in \(after)"
    case .rateLimited(nil): "the model's endpoint limits requests"
    case .serverError(let status): "the model's endpoint failed with \(status)"
    case .brokenStream: "the model's answer broke off"
    case .badResponse(let fault): "the model's endpoint answers something else than chat completions: \(fault)"
    case .refused(let status, let message): "the model's endpoint refuses with \(status): \(message)"
    case .budgetExceeded(let until): "the user's budget is spent until \(until.rfc3339)"
    case .busy: "too many requests wait for the model"
    }
  }
}
