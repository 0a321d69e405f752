import API
import JSONCodec

/// The OpenAPI 3.1 document of the REST API, generated from the declarations of its operations.
struct OpenAPIDocument {
  private let server: DescribedServer
  private var encoder = JSONSchemaEncoder()
  private var errors = ErrorResponses()

  private init(_ server: DescribedServer) { self.server = server }

  /// Generates the document of `operations`, which have unique ids.
  static func make(_ operations: [Operation], server: DescribedServer) -> JSONValue {
    var document = OpenAPIDocument(server)
    return document.encode(operations)
  }

  private mutating func encode(_ operations: [Operation]) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    var tags: [String] = []
    for operation in operations {
      paths[operation.path, default: [:]][operation.method.lowercased()] = encode(operation)
      if !tags.contains(operation.tag) { tags.append(operation.tag) }
    }
    var schemas = encoder.components
    schemas["Error"] = ErrorResponses.schema
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Hearth", "version": .string(server.version),
        "description": .string(description),
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": .string(server.basePath.isEmpty ? "/" : server.basePath)]],
      "tags": .array(tags.map { ["name": .string($0)] }),
      "paths": .object(paths.mapValues(JSONValue.object)),
      "components": [
        "schemas": .object(schemas), "responses": .object(errors.components), "headers": ResponseHeaders.components,
        "securitySchemes": Self.securitySchemes,
      ],
    ]
  }

  private mutating func encode(_ operation: Operation) -> JSONValue {
    var members: [String: JSONValue] = [
      "operationId": .string(operation.id), "tags": [.string(operation.tag)], "summary": .string(operation.summary),
      "security": security(of: operation), "responses": responses(of: operation),
    ]
    if !operation.description.isEmpty { members["description"] = .string(operation.description) }
    if operation.countsAsWrite, server.writesPerMinute > 0 {
      members["x-rate-limit"] = [
        "scope": "account", "requests": .integer(Int64(server.writesPerMinute)), "seconds": 60,
        "setting": "limits.writes_per_minute",
      ]
    }
    if !operation.parameters.isEmpty { members["parameters"] = .array(operation.parameters.map { encode($0) }) }
    members["requestBody"] = operation.body.map { encode($0) }
    return .object(members)
  }

  private mutating func encode(_ parameter: ParameterDeclaration) -> JSONValue {
    // Parameters are never null, unlike members of a body.
    let schema = encoder.encode(parameter.field.schema, .request)
    return [
      "name": .string(parameter.field.name), "in": .string(parameter.location.rawValue),
      "description": .string(parameter.field.summary), "required": .bool(parameter.field.isRequired), "schema": schema,
    ]
  }

  private mutating func encode(_ body: BodyDeclaration) -> JSONValue {
    var content: [String: JSONValue] = [:]
    if let schema = body.schema { content = ["schema": encoder.encode(schema, .request), "example": body.example] }
    return ["required": .bool(body.isRequired), "content": [body.mediaType: .object(content)]]
  }

  private func security(of operation: Operation) -> JSONValue {
    let key: [String: JSONValue] =
      server.requiresAPIKey && operation.path.hasPrefix("/api/v1/") ? ["apiKey": []] : [:]
    let token = JSONValue.object(key.merging(["bearer": []]) { $1 })
    switch operation.authentication {
    case .none: return key.isEmpty ? [] : [.object(key)]
    case .optionalBearer: return [.object(key), token]
    case .bearer, .admin: return [token]
    }
  }

  private mutating func responses(of operation: Operation) -> JSONValue {
    var responses: [String: JSONValue] = [:]
    for response in operation.responses {
      let encoded = encode(response, isLimited: operation.countsAsWrite && server.writesPerMinute > 0)
      let content = responses[String(response.status)]?["content"]?.objectValue ?? [:]
      guard !content.isEmpty else {
        responses[String(response.status)] = encoded
        continue
      }
      let both = content.merging(encoded["content"]?.objectValue ?? [:]) { $1 }
      responses[String(response.status)]? = encoded.merging(["content": .object(both)])
    }
    for (status, response) in errors.encode(operation) {
      // A status may be a response in one case and an error in another, as 503 of `/ready`.
      responses[status] = responses[status].map { Self.either($0, errors.resolved(response)) } ?? response
    }
    return .object(responses)
  }

  /// A response that has the content of a declared one or of an error.
  private static func either(_ declared: JSONValue, _ error: JSONValue) -> JSONValue {
    let type = "application/json"
    guard let schema = declared["content"]?[type]?["schema"], let other = error["content"]?[type]?["schema"] else {
      return declared
    }
    let description = [declared, error].compactMap { $0["description"]?.stringValue }.joined(separator: "\n\n")
    let content = declared["content"]?[type] ?? [:]
    return declared.merging([
      "description": .string(description),
      "content": [type: content.merging(["schema": ["anyOf": [schema, other]]])],
    ])
  }

  private mutating func encode(_ response: ResponseDeclaration, isLimited: Bool) -> JSONValue {
    var members: [String: JSONValue] = ["description": .string(response.summary)]
    switch response.content {
    case .none: break
    case .json(let schema, let example):
      members["content"] = ["application/json": ["schema": encoder.encode(schema, .response), "example": example]]
    case .other(let mediaType): members["content"] = [mediaType: ["schema": ["type": "string"]]]
    }
    var headers = ResponseHeaders.references(isLimited: isLimited)
    for field in response.fields {
      headers[field.name] = [
        "description": .string(field.summary), "required": .bool(field.isRequired),
        "schema": encoder.encode(field.schema, .response),
      ]
    }
    members["headers"] = .object(headers)
    return .object(members)
  }

  /// The rules of all operations.
  private var description: String {
    let writes =
      server.writesPerMinute > 0
      ? """
      An account may make \(server.writesPerMinute) changes within a minute (`limits.writes_per_minute`): `POST`, `PUT`, \
      `PATCH` and `DELETE` with an access token. The `RateLimit` fields of their responses state what is left.
      """ : "The number of changes of an account is not limited."
    return """
      The REST API of a Hearth server. The WebSocket paths are described by `/asyncapi.json`.

      **Authentication.** A log-in (`/api/v1/auth/login`, `/api/auth/login` or `/api/auth/token`) returns an access token \
      and a refresh token. Every account, token and operation may be combined. On operations without a lock an invalid \
      token is ignored.

      **Errors.** Every response has an `X-Request-ID`, which finds the request in the log of the server. Errors have one \
      form, `Error`, and a code on which clients decide. A path with other methods answers 405 `METHOD_NOT_ALLOWED` with \
      `Allow`; an unknown path answers 404 `NOT_FOUND`.

      **Rate limits.** \(writes) 429 and 503 have a `Retry-After` if a repetition can succeed.

      **Versions.** Members are only added. Clients ignore members that they do not know.
      """
  }

  private static let securitySchemes: JSONValue = [
    "bearer": [
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": "An access token of a log-in, of any client family.",
    ],
    "apiKey": [
      "type": "apiKey", "in": "header", "name": "X-API-Key",
      "description": "Only if the server has `auth.api_keys`.",
    ],
  ]
}
