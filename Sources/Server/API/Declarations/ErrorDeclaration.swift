/// An error of an operation, as `Problem` encodes it.
package struct ErrorDeclaration: Sendable, Equatable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  /// Upper snake case.
  package var code: String
  /// The condition, one sentence in Markdown.
  package var summary: String

  /// - Parameter summary: one sentence in Markdown.
  package init(_ status: Int, _ code: String, _ summary: String) {
    self.status = status
    self.code = code
    self.summary = summary
  }

  /// 400: a parameter or a member of the body is not valid.
  package static func validation(_ summary: String) -> ErrorDeclaration { .init(400, "VALIDATION_ERROR", summary) }
  /// 403: the credentials are valid, but they do not allow the request.
  package static func forbidden(_ summary: String) -> ErrorDeclaration { .init(403, "FORBIDDEN", summary) }
  /// 404: the resource does not exist.
  package static func notFound(_ summary: String) -> ErrorDeclaration { .init(404, "NOT_FOUND", summary) }
  /// 409: the state of the resource does not allow the request.
  package static func conflict(_ summary: String) -> ErrorDeclaration { .init(409, "CONFLICT", summary) }
  /// 413: the storage of the account is full.
  package static let quotaExceeded = ErrorDeclaration(
    413, "QUOTA_EXCEEDED", "The storage of the account is full. `details` state the used and the allowed bytes.")

  static let invalidJSON = ErrorDeclaration(400, "INVALID_JSON", "The body is not one JSON object in UTF-8.")
  static let contentTooLarge = ErrorDeclaration(
    413, "CONTENT_TOO_LARGE", "The body exceeds the size limit of the server.")
  /// The errors of requests that break a rule or a limit of HTTP. The connection ends.
  package static let transport = [
    ErrorDeclaration(400, "BAD_REQUEST", "The request is malformed HTTP."),
    ErrorDeclaration(408, "REQUEST_TIMEOUT", "The request arrived too slowly."), contentTooLarge,
    ErrorDeclaration(414, "URI_TOO_LONG", "The request line exceeds the size limit of the server."),
    ErrorDeclaration(417, "EXPECTATION_FAILED", "The value of `Expect` is unknown."),
    ErrorDeclaration(431, "HEADERS_TOO_LARGE", "The header fields exceed the size limit of the server."),
    ErrorDeclaration(501, "NOT_IMPLEMENTED", "The transfer coding is unknown."),
    ErrorDeclaration(505, "VERSION_NOT_SUPPORTED", "The version is neither HTTP/1.1 nor HTTP/1.0."),
  ]
  static let validation = validation("A parameter or a member of the body is not valid. `details` name it.")
  /// 401: no valid access token.
  package static let unauthorized = ErrorDeclaration(
    401, "UNAUTHORIZED", "The access token is missing, invalid, expired or revoked.")
  static let identityNotLinked = ErrorDeclaration(
    401, "IDENTITY_NOT_LINKED",
    "The token of another issuer is valid, but no account is linked to its identity. `details` state `issuer` and `subject`."
  )
  static let adminOnly = forbidden("The account does not have the role `admin`.")
  static let notFound = notFound("The resource does not exist, or the account may not know that it does.")
  static let tooManyWrites = ErrorDeclaration(
    429, "RATE_LIMIT",
    "The account made more than `limits.writes_per_minute` changes. `Retry-After` states the seconds to wait.")
  /// 401: no valid API key.
  package static let invalidAPIKey = ErrorDeclaration(
    401, "INVALID_API_KEY", "The server requires an API key, and `X-API-Key` has none that is valid.")
  /// 500: a defect.
  package static let internalError = ErrorDeclaration(
    500, "INTERNAL_ERROR", "The server failed. `details.request_id` finds the reason in its log.")
  /// The errors of a server that cannot answer now.
  package static let unavailable = [
    ErrorDeclaration(
      429, "RATE_LIMIT", "Too many requests of the client wait. `Retry-After` states the seconds to wait."),
    ErrorDeclaration(503, "BUSY", "Too many queries wait. `Retry-After` states the seconds to wait."),
    ErrorDeclaration(503, "QUERY_TIMEOUT", "The query took too long."),
    ErrorDeclaration(
      503, "STORAGE_UNAVAILABLE", "The disk is full or fails. With `Retry-After` it is worth a repetition."),
    ErrorDeclaration(503, "SHUTTING_DOWN", "The server is stopping. `Retry-After` states the seconds to wait."),
  ]
}
