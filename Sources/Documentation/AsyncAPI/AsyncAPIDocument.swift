import API
import JSONCodec
import Realtime

/// The AsyncAPI 3.0 document of the WebSocket paths, generated from the declarations of their endpoints.
///
/// The described application is the server: it sends the messages of `send` operations. AsyncAPI has no place for error
/// and close codes, so a channel lists them in its description and as `x-error-codes` and `x-close-codes`.
struct AsyncAPIDocument {
  private var encoder = JSONSchemaEncoder()
  private var channels: [String: JSONValue] = [:]
  private var operations: [String: JSONValue] = [:]

  private init() {}

  /// Generates the document of `endpoints`, which have unique paths.
  /// - Parameters:
  ///   - host: `HOST` or `HOST:PORT` of the server.
  ///   - isSecure: whether clients use TLS.
  static func make(
    _ endpoints: [EndpointDeclaration], server: DescribedServer, host: String, isSecure: Bool
  ) -> JSONValue {
    var document = AsyncAPIDocument()
    for endpoint in endpoints { document.add(endpoint) }
    return document.encoded(server, host: host, isSecure: isSecure)
  }

  private func encoded(_ server: DescribedServer, host: String, isSecure: Bool) -> JSONValue {
    var description: [String: JSONValue] = ["host": .string(host), "protocol": isSecure ? "wss" : "ws"]
    if !server.basePath.isEmpty { description["pathname"] = .string(server.basePath) }
    description["security"] = [
      ["$ref": "#/components/securitySchemes/token"], ["$ref": "#/components/securitySchemes/bearer"],
    ]
    return [
      "asyncapi": "3.0.0",
      "info": [
        "title": "Hearth", "version": .string(server.version),
        "description": """
        The WebSocket paths of a Hearth server. The REST API is described by `/openapi.json`. Every message is one JSON \
        object with the member `type`. Events have an `event_id`: a client that reconnects with `?since=` continues \
        after it.
        """,
        "license": ["name": "Apache-2.0"],
      ],
      "defaultContentType": "application/json", "servers": ["this": .object(description)],
      "channels": .object(channels), "operations": .object(operations),
      "components": ["schemas": .object(encoder.components), "securitySchemes": Self.securitySchemes],
    ]
  }

  private mutating func add(_ endpoint: EndpointDeclaration) {
    let name = Self.name(of: endpoint)
    var messages: [String: JSONValue] = [:]
    for direction in [MessageDeclaration.Direction.sent, .received] {
      var references: [JSONValue] = []
      for message in endpoint.messages where message.direction == direction {
        let key = (direction == .sent ? "server." : "client.") + message.type
        messages[key] = encode(message)
        references.append(["$ref": .string("#/channels/\(name)/messages/\(key)")])
      }
      guard !references.isEmpty else { continue }
      operations[(direction == .sent ? "send_" : "receive_") + name] = [
        "action": direction == .sent ? "send" : "receive", "channel": ["$ref": .string("#/channels/\(name)")],
        "summary": direction == .sent ? "Messages of the server" : "Messages of the client",
        "messages": .array(references),
      ]
    }
    channels[name] = channel(endpoint, messages)
  }

  private mutating func channel(_ endpoint: EndpointDeclaration, _ messages: [String: JSONValue]) -> JSONValue {
    var members: [String: JSONValue] = [
      "address": .string(endpoint.path), "title": .string(endpoint.path), "summary": .string(endpoint.summary),
      "description": .string(Self.description(of: endpoint)), "messages": .object(messages),
      "bindings": ["ws": ["bindingVersion": "0.1.0", "method": "GET", "query": query(endpoint)]],
      "x-error-codes": .array(endpoint.errorCodes.map { ["code": .string($0.code), "summary": .string($0.summary)] }),
      "x-close-codes": .array(
        endpoint.closeCodes.map { ["code": .integer(Int64($0.code)), "summary": .string($0.summary)] }),
    ]
    let parameters = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
    if !parameters.isEmpty {
      let pairs = parameters.map { (String($0.dropFirst().dropLast()), JSONValue.object([:])) }
      members["parameters"] = .object(Dictionary(uniqueKeysWithValues: pairs))
    }
    return .object(members)
  }

  private mutating func encode(_ message: MessageDeclaration) -> JSONValue {
    let isSent = message.direction == .sent
    let type = FieldDeclaration("type", .string(oneOf: [message.type] + message.aliases), "The type of the message.")
    let payload = encoder.encode(.object([type] + message.fields), isSent ? .response : .request)
    return [
      "name": .string(message.type), "title": .string(message.type), "summary": .string(message.summary),
      "payload": payload, "examples": [["payload": message.example]],
    ]
  }

  private mutating func query(_ endpoint: EndpointDeclaration) -> JSONValue {
    var fields: [FieldDeclaration] = [
      .string("token", "The access token, for clients that cannot send `Authorization`.").optional,
      .integer("since", in: 0...9_007_199_254_740_991, "Continue after this event or message.").optional,
      .string("device_id", length: 0...endpoint.limits.maxDeviceIDBytes, "Names the device of the connection.")
        .optional,
    ]
    for option in endpoint.options {
      fields.append(
        FieldDeclaration(
          option.name, .string(oneOf: option.values), "\(option.summary) The default is `\(option.defaultValue)`."
        ).optional)
    }
    return encoder.encode(.object(fields), .response)
  }

  private static func description(of endpoint: EndpointDeclaration) -> String {
    var lines = ["| error code | condition |", "| --- | --- |"]
    lines += endpoint.errorCodes.map { "| `\($0.code)` | \($0.summary) |" }
    lines += ["", "| close code | condition |", "| --- | --- |"]
    lines += endpoint.closeCodes.map { "| \($0.code) | \($0.summary) |" }
    return lines.joined(separator: "\n")
  }

  /// The path as an identifier: `/ws/meal-logs` is `ws_meal_logs`.
  private static func name(of endpoint: EndpointDeclaration) -> String {
    endpoint.path.split(separator: "/").map { part in
      String(part.filter { $0 != "{" && $0 != "}" }.map { $0 == "-" ? "_" : $0 })
    }.joined(separator: "_")
  }

  private static let securitySchemes: JSONValue = [
    "token": [
      "type": "httpApiKey", "in": "query", "name": "token", "description": "An access token in the query.",
    ],
    "bearer": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "An access token."],
  ]
}
