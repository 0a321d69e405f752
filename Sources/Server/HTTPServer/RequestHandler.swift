import HTTPCodec

/// Answers the requests of a server: the application above the transport.
package protocol RequestHandler: AnyObject, Sendable {
  /// Answers one request, on the loop of its connection.
  /// - Parameters:
  ///   - request: complete, without route parameters and identity.
  ///   - segments: the decoded segments of its path; nil if they are the text between its slashes.
  /// - Returns: the outcome, and the route's template for metrics ("unmatched" for every unknown path).
  func dispatch(
    _ request: consuming Request, segments: [String]?
  ) async -> (outcome: RequestOutcome, template: String)

  /// Whether the content of any request is streamed. Read once.
  var streamsRequests: Bool { get }

  /// The way in which the content of a request reaches `dispatch`. Called if any content is streamed, when the head of a
  /// request with content is complete.
  /// - Parameters:
  ///   - request: without fields and content.
  ///   - segments: the decoded segments of its path; nil if they are the text between its slashes.
  func bodyPolicy(of request: Request, segments: [String]?) -> BodyPolicy

  /// The response to a request that the transport refuses before `dispatch`.
  func response(to refusal: RequestRefusal) -> Response

  /// Makes the routes that are answered without a task.
  ///
  /// Called once for each loop. The loops share none of the objects, because two threads that count references to one
  /// object invalidate each other's caches.
  func makeSynchronousRoutes() -> [SynchronousRoute]

  /// Whether a constant response may be sent now without examining the request's fields, except `Authorization` and
  /// `Origin`. Read for each such request.
  var sendsConstantResponses: Bool { get }
}

/// The outcome of a request.
package enum RequestOutcome: Sendable {
  /// A response.
  case respond(Response)
  /// The connection becomes a WebSocket that the endpoint serves.
  case upgrade(any WebSocketEndpoint, Request)
}

/// The reason why the transport refuses a request.
package struct RequestRefusal: Error, Sendable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  /// A machine-readable code in upper snake case.
  package var code: String
  /// A sentence that states the rule.
  package var message: String
  /// Additional field lines (`Upgrade`, `Retry-After`).
  package var fields: [String: String] = [:]
  /// The setting of the limit that the request exceeds; nil for other reasons.
  package var setting: String?

  /// The path lies outside the base path.
  static let outsideBasePath = RequestRefusal(status: 404, code: "NOT_FOUND", message: "Not found.")

  /// The request target is not valid UTF-8 after percent-decoding.
  static let invalidTarget = RequestRefusal(
    status: 400, code: "BAD_REQUEST", message: "The request target is not valid.")

  /// The request did not arrive before its deadline. - Parameter setting: that of the wait for the missing part.
  static func timeout(_ setting: String) -> RequestRefusal {
    RequestRefusal(
      status: 408, code: "REQUEST_TIMEOUT", message: "The request did not arrive in time.", setting: setting)
  }

  /// The connection ended before the content.
  static let truncated = RequestRefusal(
    status: 400, code: "BAD_REQUEST", message: "The request content is truncated.")

  /// The client has the maximum number of WebSockets through a proxy.
  static let tooManyConnections = RequestRefusal(
    status: 429, code: "CONNECTION_LIMIT",
    message: "Too many connections from this address. Close one of them, or try again later.",
    fields: ["Retry-After": "30"], setting: "http.max_connections_per_address")
}

extension RequestRefusal {
  /// The refusal of bytes that are not a valid request.
  init(_ error: HTTPParseError) {
    self.init(
      status: error.status, code: error.code, message: error.message, setting: Self.setting(of: error))
  }

  /// The setting of the limit that a request exceeds; nil for other errors.
  private static func setting(of error: HTTPParseError) -> String? {
    switch error {
    case .requestLineTooLong: "http.max_request_line"
    case .tooManyFields: "http.max_headers"
    case .fieldsTooLarge: "http.max_header_bytes"
    case .contentTooLarge: "http.max_body"
    default: nil
    }
  }
}
