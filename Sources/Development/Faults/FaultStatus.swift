import API
import HTTPServer

/// The response of a fault of the kind `status`, in the error envelope of the API.
struct FaultStatus: Sendable, Equatable {
  static let statuses = 400...599
  static let maxRetryAfter = 86_400

  var status: Int
  var code: String
  var message: String
  /// The value of `Retry-After` in seconds; nil for no such field.
  var retryAfter: Int?

  /// - Parameters:
  ///   - code, message: nil for those with which the server itself sends this status.
  ///   - retryAfter: nil for one second with 429 and 503, and for no field with other statuses.
  init(_ status: Int, code: String? = nil, message: String? = nil, retryAfter: Int? = nil) {
    let usual = Self.usual(status)
    self.status = status
    self.code = code ?? usual.code
    self.message = message ?? usual.message
    self.retryAfter = retryAfter ?? ([429, 503].contains(status) ? 1 : nil)
  }

  /// The response that the server sends.
  var response: Response {
    var fields: [String: String] = [:]
    if let retryAfter { fields["Retry-After"] = String(retryAfter) }
    if status == 401 { fields["WWW-Authenticate"] = "Bearer" }
    return Problem(status: status, code: code, message: message, fields: fields).response
  }

  private static func usual(_ status: Int) -> (code: String, message: String) {
    switch status {
    case 400: ("VALIDATION_ERROR", "The request is not valid.")
    case 401: ("UNAUTHORIZED", "A valid access token is required.")
    case 403: ("FORBIDDEN", "The request is not allowed.")
    case 404: ("NOT_FOUND", "Not found.")
    case 409: ("CONFLICT", "The state of the resource does not allow the request.")
    case 429: ("RATE_LIMIT", "Too many requests.")
    case 503: ("SHUTTING_DOWN", "The server is stopping.")
    default: ("INTERNAL_ERROR", "The server failed.")
    }
  }
}
