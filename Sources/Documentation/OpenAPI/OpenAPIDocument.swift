import API
import JSONCodec

/// The OpenAPI 3.1 document of the REST API, generated from the declarations of its operations.
struct OpenAPIDocument {
  private let server: DescribedServer
  private var encoder = JSONSchemaEncoder()

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
    schemas["Error"] = Self.errorSchema
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Hearth", "version": .string(server.version),
        "description": """
        The REST API of a Hearth server. The WebSocket paths are described by `/asyncapi.json`. Every response has an \
        `X-Request-ID`, which finds the request in the log of the server. Errors have one form, `Error`, and a code on \
        which clients decide.
        """,
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": .string(server.basePath.isEmpty ? "/" : server.basePath)]],
      "tags": .array(tags.map { ["name": .string($0)] }),
      "paths": .object(paths.mapValues(JSONValue.object)),
      "components": ["schemas": .object(schemas), "securitySchemes": Self.securitySchemes],
    ]
  }

  private mutating func encode(_ operation: Operation) -> JSONValue {
    var members: [String: JSONValue] = [
      "operationId": .string(operation.id), "tags": [.string(operation.tag)], "summary": .string(operation.summary),
      "security": security(of: operation), "responses": responses(of: operation),
    ]
    if !operation.description.isEmpty { members["description"] = .string(operation.description) }
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
      let encoded = encode(response)
      let content = responses[String(response.status)]?["content"]?.objectValue ?? [:]
      guard !content.isEmpty else {
        responses[String(response.status)] = encoded
        continue
      }
      let both = content.merging(encoded["content"]?.objectValue ?? [:]) { $1 }
      responses[String(response.status)]? = encoded.merging(["content": .object(both)])
    }
    for (status, errors) in Dictionary(grouping: operation.errors, by: \.status) {
      // A status may be a success in one case and an error in another, as 503 of `/ready`.
      if responses[String(status)] == nil { responses[String(status)] = Self.encode(errors) }
    }
    return .object(responses)
  }

  private mutating func encode(_ response: ResponseDeclaration) -> JSONValue {
    var members: [String: JSONValue] = ["description": .string(response.summary)]
    switch response.content {
    case .none: break
    case .json(let schema, let example):
      members["content"] = ["application/json": ["schema": encoder.encode(schema, .response), "example": example]]
    case .other(let mediaType): members["content"] = [mediaType: [:]]
    }
    var headers: [String: JSONValue] = [:]
    for field in response.fields {
      headers[field.name] = [
        "description": .string(field.summary), "required": .bool(field.isRequired),
        "schema": encoder.encode(field.schema, .response),
      ]
    }
    if !headers.isEmpty { members["headers"] = .object(headers) }
    return .object(members)
  }

  /// The errors of one status: the form of all errors, and the possible codes.
  private static func encode(_ errors: [ErrorDeclaration]) -> JSONValue {
    let codes = Set(errors.map(\.code)).sorted()
    let schema: JSONValue = [
      "allOf": [
        ["$ref": "#/components/schemas/Error"],
        ["properties": ["error": ["properties": ["code": ["enum": .array(codes.map(JSONValue.string))]]]]],
      ]
    ]
    return [
      "description": .string(errors.map { "`\($0.code)`: \($0.summary)" }.joined(separator: "\n\n")),
      "content": ["application/json": ["schema": schema]],
    ]
  }

  private static let errorSchema: JSONValue = {
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
