import API
import JSONCodec
import Realtime

/// The AsyncAPI 3.0 document of the WebSocket paths, generated from the declarations of their endpoints.
///
/// The described application is the server: it sends the messages of `send` operations. AsyncAPI has no place for error
/// codes, close codes, refused handshakes and limits, so a channel lists them in its description and as `x-error-codes`,
/// `x-close-codes`, `x-handshake-errors` and `x-limits`.
struct AsyncAPIDocument {
  private let server: DescribedServer
  private var encoder = JSONSchemaEncoder()
  private var channels: [String: JSONValue] = [:]
  private var operations: [String: JSONValue] = [:]

  private init(_ server: DescribedServer) { self.server = server }

  /// Generates the document of `endpoints`, which have unique paths.
  /// - Parameters:
  ///   - openSockets: the paths that take any message, with their purposes.
  ///   - host: `HOST` or `HOST:PORT` of the server.
  ///   - isSecure: whether clients use TLS.
  static func make(
    _ endpoints: [EndpointDeclaration], _ openSockets: [(path: String, summary: String)] = [], server: DescribedServer,
    host: String, isSecure: Bool
  ) -> JSONValue {
    var document = AsyncAPIDocument(server)
    for endpoint in endpoints { document.add(endpoint) }
    for socket in openSockets { document.addOpen(socket.path, socket.summary) }
    return document.encoded(host: host, isSecure: isSecure)
  }

  private func encoded(host: String, isSecure: Bool) -> JSONValue {
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
        The WebSocket paths of a Hearth server. The REST API is described by `/openapi.json`.

        **Messages.** Every message is one JSON object with the member `type`, in a text frame. Clients ignore types and \
        members that they do not know. Events have an `event_id`: a client that reconnects with `?since=` continues after it.

        **Authentication.** The access token of a log-in is in `?token=` or in `Authorization`. The server closes the \
        connection with 4401 when the token expires, unless the client sends `authenticate` with a new one before.

        **Errors.** After a refused message the connection stays open. Before the server closes a connection, it sends an \
        `error` frame, because some WebSocket libraries do not report close codes above 4000. A connection without a data \
        frame or a ping of the client for `websocket.idle_timeout` (300 s) is closed with 4408.
        """,
        "license": ["name": "Apache-2.0"],
      ],
      "defaultContentType": "application/json", "servers": ["this": .object(description)],
      "channels": .object(channels), "operations": .object(operations),
      "components": ["schemas": .object(encoder.components), "securitySchemes": Self.securitySchemes],
    ]
  }

  private mutating func add(_ endpoint: EndpointDeclaration) {
    let name = Self.name(of: endpoint.path)
    var messages: [String: JSONValue] = [:]
    for direction in [MessageDeclaration.Direction.sent, .received] {
      var references: [JSONValue] = []
      for message in endpoint.messages where message.direction == direction {
        let key = (direction == .sent ? "server." : "client.") + message.type
        messages[key] = encode(message)
        references.append(["$ref": .string("#/channels/\(name)/messages/\(key)")])
      }
      if !references.isEmpty { addOperation(direction, name, references) }
    }
    channels[name] = channel(endpoint, messages)
  }

  private mutating func addOperation(
    _ direction: MessageDeclaration.Direction, _ name: String, _ messages: [JSONValue]
  ) {
    operations[(direction == .sent ? "send_" : "receive_") + name] = [
      "action": direction == .sent ? "send" : "receive", "channel": ["$ref": .string("#/channels/\(name)")],
      "summary": direction == .sent ? "Messages of the server" : "Messages of the client",
      "messages": .array(messages),
    ]
  }

  private mutating func addOpen(_ path: String, _ summary: String) {
    let name = Self.name(of: path)
    var messages: [String: JSONValue] = [:]
    for direction in [MessageDeclaration.Direction.sent, .received] {
      let key = direction == .sent ? "server.any" : "client.any"
      messages[key] = ["name": "any", "title": "any", "summary": "Any text or binary message.", "payload": [:]]
      addOperation(direction, name, [["$ref": .string("#/channels/\(name)/messages/\(key)")]])
    }
    channels[name] = [
      "address": .string(path), "title": .string(path), "summary": .string(summary), "messages": .object(messages),
      "bindings": [
        "ws": ["bindingVersion": "0.1.0", "method": "GET", "query": ["type": "object", "properties": [:]]]
      ],
      "x-error-codes": [], "x-close-codes": [], "x-handshake-errors": Self.encode(ErrorDeclaration.handshake),
    ]
  }

  private mutating func channel(_ endpoint: EndpointDeclaration, _ messages: [String: JSONValue]) -> JSONValue {
    var members: [String: JSONValue] = [
      "address": .string(endpoint.path), "title": .string(endpoint.path), "summary": .string(endpoint.summary),
      "description": .string(Self.description(of: endpoint)), "messages": .object(messages),
      "bindings": [
        "ws": [
          "bindingVersion": "0.1.0", "method": "GET", "query": query(endpoint), "headers": Self.headers(endpoint),
        ]
      ],
      "x-handshake-errors": Self.encode(endpoint.handshakeErrors), "x-limits": Self.encode(endpoint.limits),
      "x-error-codes": .array(endpoint.errorCodes.map { ["code": .string($0.code), "summary": .string($0.summary)] }),
      "x-close-codes": .array(
        endpoint.closeCodes.map { ["code": .integer(Int64($0.code)), "summary": .string($0.summary)] }),
    ]
    if !endpoint.pathParameters.isEmpty {
      let pairs = endpoint.pathParameters.map { ($0.name, ["description": .string($0.summary)] as JSONValue) }
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
    fields = fields.filter { field in !endpoint.query.contains { $0.name == field.name } } + endpoint.query
    for option in endpoint.options {
      fields.append(
        FieldDeclaration(
          option.name, .string(oneOf: option.values), "\(option.summary) The default is `\(option.defaultValue)`."
        ).optional)
    }
    return encoder.encode(.object(fields), .response)
  }

  private static func headers(_ endpoint: EndpointDeclaration) -> JSONValue {
    var properties: [String: JSONValue] = [
      "Authorization": ["type": "string", "description": "`Bearer` and the access token, instead of `?token=`."],
      "Origin": ["type": "string", "description": "That of a browser. Others than the server's must be allowed."],
    ]
    if endpoint.handshakeErrors.contains(.invalidAPIKey) {
      properties["X-API-Key"] = ["type": "string", "description": "Only if the server has `auth.api_keys`."]
    }
    return ["type": "object", "properties": .object(properties)]
  }

  private static func encode(_ errors: [ErrorDeclaration]) -> JSONValue {
    .array(
      errors.map {
        ["status": .integer(Int64($0.status)), "code": .string($0.code), "summary": .string($0.summary)]
      })
  }

  private static func encode(_ limits: ConnectionLimits) -> JSONValue {
    var members: [String: JSONValue] = [
      "max_message_bytes": .integer(Int64(limits.maxMessageBytes)), "pongs_are_activity": .bool(limits.countsPongs),
    ]
    members["max_connections"] = limits.maxPerUser.map { .integer(Int64($0)) }
    members["connections_per_minute"] = limits.perMinute.map { .integer(Int64($0)) }
    return .object(members)
  }

  private static func description(of endpoint: EndpointDeclaration) -> String {
    var lines = ["| error code | condition |", "| --- | --- |"]
    lines += endpoint.errorCodes.map { "| `\($0.code)` | \($0.summary) |" }
    lines += ["", "| close code | condition |", "| --- | --- |"]
    lines += endpoint.closeCodes.map { "| \($0.code) | \($0.summary) |" }
    lines += ["", "| status of a refused handshake | condition |", "| --- | --- |"]
    lines += endpoint.handshakeErrors.map { "| \($0.status) `\($0.code)` | \($0.summary) |" }
    return lines.joined(separator: "\n")
  }

  /// The path as an identifier: `/ws/meal-logs` is `ws_meal_logs`.
  private static func name(of path: String) -> String {
    path.split(separator: "/").map { part in
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
