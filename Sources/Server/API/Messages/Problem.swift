package import HTTPServer
import JSONCodec

/// A failure that a client is told about, as status, machine-readable code and a sentence.
///
/// Handlers throw it; the router turns it into the error envelope of wire contract §9.1. Any other error that a
/// handler throws becomes 500 `INTERNAL_ERROR` without detail, and is logged.
package struct Problem: Error, Sendable, Equatable {
  package var status: Int
  /// Upper snake case (`NOT_FOUND`).
  package var code: String
  /// A sentence for the person who reads it.
  package var message: String
  /// More, by field or topic. Text only: one client family loses the whole body otherwise.
  package var details: [String: String]
  /// Additional field lines (`Retry-After`, `Allow`, `WWW-Authenticate`).
  package var fields: [String: String]

  package init(
    status: Int, code: String, message: String, details: [String: String] = [:], fields: [String: String] = [:]
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.fields = fields
  }

  package static func badRequest(
    code: String = "VALIDATION_ERROR", _ message: String, details: [String: String] = [:]
  ) -> Problem {
    Problem(status: 400, code: code, message: message, details: details)
  }

  package static func unauthorized(
    code: String = "UNAUTHORIZED", _ message: String = "A valid access token is required."
  ) -> Problem {
    Problem(status: 401, code: code, message: message, fields: ["WWW-Authenticate": "Bearer"])
  }

  package static func forbidden(_ message: String) -> Problem {
    Problem(status: 403, code: "FORBIDDEN", message: message)
  }

  package static func notFound(_ message: String = "Not found.") -> Problem {
    Problem(status: 404, code: "NOT_FOUND", message: message)
  }

  package static func conflict(code: String = "CONFLICT", _ message: String) -> Problem {
    Problem(status: 409, code: code, message: message)
  }

  /// 429 with `Retry-After` in whole seconds.
  package static func tooManyRequests(retryAfter seconds: Int, _ message: String) -> Problem {
    Problem(status: 429, code: "RATE_LIMIT", message: message, fields: ["Retry-After": String(seconds)])
  }

  /// 413 `QUOTA_EXCEEDED`: a user stores as much as is allowed. Only a deletion helps, so `Retry-After` (RFC 9110 §15.5.14)
  /// keeps clients that retry by themselves away for an hour. - Parameters: bytes.
  package static func quotaExceeded(used: Int64, limit: Int64) -> Problem {
    Problem(
      status: 413, code: "QUOTA_EXCEEDED",
      message: "Your storage is full: \(used) of \(limit) bytes are used. Delete content that you no longer need.",
      details: ["used_bytes": "\(used)", "limit_bytes": "\(limit)"], fields: ["Retry-After": "3600"])
  }

  /// The error envelope: `{success: false, data: null, error: {code, message, details}, message, detail}`. The message is
  /// told three times because client families look for it in different places (wire contract §4 and §9.1).
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
