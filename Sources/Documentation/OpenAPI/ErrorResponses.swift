import API
import JSONCodec

/// The error responses of operations. Those that many operations have in common are components.
struct ErrorResponses {
  /// The shared responses, by name.
  private(set) var components: [String: JSONValue] = [:]

  /// The responses to errors of `operation`, by status.
  mutating func encode(_ operation: Operation) -> [String: JSONValue] {
    var responses: [String: JSONValue] = [:]
    for (status, errors) in Dictionary(grouping: operation.errors, by: \.status) {
      responses[String(status)] = encode(
        errors, isShared: errors.allSatisfy { !operation.specificErrors.contains($0) })
    }
    return responses
  }

  /// The response that `response` refers to, or itself.
  func resolved(_ response: JSONValue) -> JSONValue {
    let name = response["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    return name.flatMap { components[$0] } ?? response
  }

  private mutating func encode(_ errors: [ErrorDeclaration], isShared: Bool) -> JSONValue {
    let response = Self.encode(errors)
    let codes = Set(errors.map(\.code)).sorted()
    let name = ([String(errors.first?.status ?? 0)] + codes).joined(separator: ".")
    // The same codes may have other conditions in another operation.
    guard isShared, components[name] == nil || components[name] == response else { return response }
    components[name] = response
    return ["$ref": .string("#/components/responses/\(name)")]
  }

  /// The errors of one status: the form of all errors, and the possible codes with an example of each.
  private static func encode(_ errors: [ErrorDeclaration]) -> JSONValue {
    let codes = Set(errors.map(\.code)).sorted()
    let schema: JSONValue = [
      "allOf": [
        ["$ref": "#/components/schemas/Error"],
        ["properties": ["error": ["properties": ["code": ["enum": .array(codes.map(JSONValue.string))]]]]],
      ]
    ]
    var examples: [String: JSONValue] = [:]
    for error in errors { examples[error.code] = ["value": example(of: error)] }
    return [
      "description": .string(errors.map { "`\($0.code)`: \($0.summary)" }.joined(separator: "\n\n")),
      "headers": .object(ResponseHeaders.references(toErrors: errors)),
      "content": ["application/json": ["schema": schema, "examples": .object(examples)]],
    ]
  }

  private static func example(of error: ErrorDeclaration) -> JSONValue {
    let message = JSONValue.string(error.summary)
    return [
      "success": false, "data": nil, "error": ["code": .string(error.code), "message": message, "details": [:]],
      "message": message, "detail": message,
    ]
  }

  /// The schema of all errors (`#/components/schemas/Error`).
  static let schema: JSONValue = {
    var encoder = JSONSchemaEncoder()
    return encoder.encode(
      .object([
        .boolean("success", "Always false."), .any("data", "Always null.").nullable,
        .object(
          "error", "The error.",
          [
            .string("code", "Upper snake case. Clients decide on it."), .string("message", "A sentence for people."),
            .init("details", .map(of: .string), "More about the error, such as the rule of each invalid member."),
          ]),
        .string("message", "The same sentence."), .string("detail", "The same sentence."),
      ]), .response)
  }()
}

/// The header fields that responses of several operations have.
enum ResponseHeaders {
  /// The declarations (`#/components/headers`).
  static let components: JSONValue = [
    "X-Request-ID": field("The id of the request in the log of the server.", ["type": "string"], isRequired: true),
    "RateLimit-Limit": field("The number of changes that the account may make within a minute.", count),
    "RateLimit-Remaining": field("The number of changes that are left.", count),
    "RateLimit-Reset": field("Seconds until the next change is allowed.", count),
    "Retry-After": field("Seconds to wait before the request is repeated. Absent if that cannot succeed.", count),
    "WWW-Authenticate": field("The scheme of the credentials (RFC 6750 §3).", ["type": "string"]),
  ]

  private static let count: JSONValue = ["type": "integer", "minimum": 0]

  private static func field(_ summary: JSONValue, _ schema: JSONValue, isRequired: Bool = false) -> JSONValue {
    ["description": summary, "required": .bool(isRequired), "schema": schema]
  }

  /// The fields of a response to a request that succeeds. - Parameter isLimited: whether the request counts as a change.
  static func references(isLimited: Bool) -> [String: JSONValue] {
    references(["X-Request-ID"] + (isLimited ? ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] : []))
  }

  /// The fields of an error response.
  static func references(toErrors errors: [ErrorDeclaration]) -> [String: JSONValue] {
    let waits = errors.contains {
      $0.status == 429 || $0.status == 503 || $0.code == ErrorDeclaration.quotaExceeded.code
    }
    let challenges = errors.contains { $0.status == 401 }
    return references(
      ["X-Request-ID"] + (waits ? ["Retry-After"] : []) + (challenges ? ["WWW-Authenticate"] : []))
  }

  private static func references(_ names: [String]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, ["$ref": .string("#/components/headers/\($0)")]) })
  }
}
