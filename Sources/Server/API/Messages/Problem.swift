package import HTTPServer
import JSONCodec

/// An error for clients: status, machine-readable code and a sentence.
///
/// Handlers throw it, and the dispatcher sends it in the error envelope. Any other error of a handler becomes 500
/// `INTERNAL_ERROR` without detail, and is logged.
package struct Problem: Error, Sendable, Equatable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  /// Upper snake case (`NOT_FOUND`).
  package var code: String
  /// A sentence for the client developer or the user.
  package var message: String
  /// Details by field or topic. Strings only: one client family discards the whole body otherwise.
  package var details: [String: String]
  /// Additional field lines (`Retry-After`, `Allow`, `WWW-Authenticate`).
  package var fields: [String: String]

  /// Creates a problem.
  package init(
    status: Int, code: String, message: String, details: [String: String] = [:], fields: [String: String] = [:]
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.fields = fields
  }

  /// The error for a request that the transport refuses.
  package init(_ refusal: RequestRefusal) {
    self.init(status: refusal.status, code: refusal.code, message: refusal.message, fields: refusal.fields)
    if let setting = refusal.setting { self = naming(settings: setting) }
  }

  /// 400: the request is not valid.
  package static func badRequest(
    code: String = "VALIDATION_ERROR", _ message: String, details: [String: String] = [:]
  ) -> Problem {
    Problem(status: 400, code: code, message: message, details: details)
  }

  /// 400: a member or parameter is missing or outside its range. `details` names it.
  /// - Parameter rule: completes "must be".
  package static func invalid(_ name: String, mustBe rule: String) -> Problem {
    .badRequest("\(name) must be \(rule).", details: [name: rule])
  }

  /// 401 with a challenge (RFC 6750 §3). Clients search its text for the word "revoked".
  package static func unauthorized(
    code: String = "UNAUTHORIZED", _ message: String = "A valid access token is required."
  ) -> Problem {
    Problem(status: 401, code: code, message: message, fields: ["WWW-Authenticate": "Bearer"])
  }

  /// 403: the credentials are valid, but they do not allow the request.
  package static func forbidden(_ message: String) -> Problem {
    Problem(status: 403, code: "FORBIDDEN", message: message)
  }

  /// 403: the account does not have the role `admin`.
  package static let adminOnly = forbidden("Only accounts with the role admin may do this.")

  /// 404: the resource does not exist, or the client may not know that it does.
  package static func notFound(_ message: String = "Not found.") -> Problem {
    Problem(status: 404, code: "NOT_FOUND", message: message)
  }

  /// 409: the state of the resource does not allow the request.
  package static func conflict(code: String = "CONFLICT", _ message: String) -> Problem {
    Problem(status: 409, code: code, message: message)
  }

  /// 429 with `Retry-After` in whole seconds.
  package static func tooManyRequests(retryAfter seconds: Int, _ message: String) -> Problem {
    Problem(status: 429, code: "RATE_LIMIT", message: message, fields: ["Retry-After": String(seconds)])
  }

  /// The same problem with the settings of the exceeded limit, in the message and in `details`.
  package func naming(settings: String...) -> Problem {
    var problem = self
    let names = settings.joined(separator: ", ")
    problem.message += settings.count == 1 ? " Setting: \(names)." : " Settings: \(names)."
    problem.details["setting"] = names
    return problem
  }

  /// 413 `QUOTA_EXCEEDED`: the user's storage is full, in bytes. Only a deletion frees space, so `Retry-After` (RFC 9110
  /// §15.5.14) makes clients that retry automatically wait for an hour.
  package static func quotaExceeded(used: Int64, limit: Int64) -> Problem {
    Problem(
      status: 413, code: "QUOTA_EXCEEDED",
      message: "Your storage is full: \(used) of \(limit) bytes are used. Delete content that you no longer need.",
      details: ["used_bytes": "\(used)", "limit_bytes": "\(limit)"], fields: ["Retry-After": "3600"]
    ).naming(settings: "limits.bytes_per_user")
  }

  /// The error envelope: `{success: false, data: null, error: {code, message, details}, message, detail}`. The message
  /// is repeated because client families read it in different places.
  package var response: Response {
    var response = Response.json(
      [
        "success": false, "data": nil, "message": .string(message), "detail": .string(message),
        "error": [
          "code": .string(code), "message": .string(message),
          "details": .object(details.mapValues(JSONValue.string)),
        ],
      ], status: status)
    response.fields += fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return response
  }
}
