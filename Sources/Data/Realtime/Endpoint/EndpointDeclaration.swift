package import API

/// The declaration of one socket path: its address, limits, query parameters, messages, error codes and close codes.
///
/// It is plain data. The server takes the limits and query options from it, documents are generated from it, and tests
/// compare it with the frames that connections really exchange.
package struct EndpointDeclaration: Sendable {
  /// The path template (`/ws/chat/{room}`).
  package var path: String
  /// The name under which connections are counted, limited and listed (`meal_logs`).
  package var connectionType: String
  /// The purpose of the path, one or two sentences in Markdown.
  package var summary: String
  /// The limits of its connections, from the settings of its domain.
  package var limits: ConnectionLimits
  /// The parameters in braces of the path, in its order.
  package var pathParameters: [FieldDeclaration]
  /// Query parameters of this path beside `token`, `since` and `device_id`, which exist on every path. One of these names
  /// replaces that parameter.
  package var query: [FieldDeclaration]
  /// Query parameters that select one of several values.
  package var options: [QueryOption]
  /// All messages of both directions. The codes of `error` frames are those of ``errorCodes``.
  package var messages: [MessageDeclaration]
  /// The responses that refuse a handshake: those of this path first.
  package var handshakeErrors: [ErrorDeclaration]
  /// The codes of `error` frames: those of every socket first.
  package var errorCodes: [ErrorCodeDeclaration]
  /// The close codes of the server: those of every socket first.
  package var closeCodes: [CloseCodeDeclaration]

  /// - Parameters:
  ///   - handshakeErrors: those of this path beside those of every socket.
  ///   - errorCodes: the codes of this path beside those of `translation`.
  ///   - translation: the path's names for the codes that every socket reports; codes without an entry keep their name.
  ///   - closeCodes: the close codes of this path beside those of every socket.
  package init(
    path: String, connectionType: String, summary: String, limits: ConnectionLimits = .init(),
    pathParameters: [FieldDeclaration] = [], query: [FieldDeclaration] = [], options: [QueryOption] = [],
    messages: [MessageDeclaration], handshakeErrors: [ErrorDeclaration] = [], errorCodes: [ErrorCodeDeclaration] = [],
    translation: [String: String] = [:], closeCodes: [CloseCodeDeclaration] = []
  ) {
    self.path = path
    self.connectionType = connectionType
    self.summary = summary
    self.limits = limits
    self.pathParameters = pathParameters
    self.query = query
    self.options = options
    let errorCodes = ErrorCodeDeclaration.common.map { .init(translation[$0.code] ?? $0.code, $0.summary) } + errorCodes
    self.errorCodes = errorCodes
    self.messages = messages.map { $0.restricted(to: errorCodes) }
    self.handshakeErrors = handshakeErrors + ErrorDeclaration.handshake
    self.closeCodes = CloseCodeDeclaration.common + closeCodes
  }

  /// The declared message of a type, in one direction; nil if the path does not declare it.
  package func message(_ direction: MessageDeclaration.Direction, type: String) -> MessageDeclaration? {
    messages.first { $0.direction == direction && ($0.type == type || $0.aliases.contains(type)) }
  }
}

/// The limits of the connections of one path.
package struct ConnectionLimits: Sendable, Equatable {
  /// Maximum number of open connections of one user and topic; nil: the server's default.
  package var maxPerUser: Int?
  /// Maximum number of connections that one user opens within a minute; nil: the server's default.
  package var perMinute: Int?
  /// The setting of `maxPerUser`.
  package var maxPerUserSetting: String
  /// The setting of `perMinute`.
  package var perMinuteSetting: String
  /// Upper bound of a message that is parsed, in bytes. Larger ones are answered with `INVALID_JSON`. The default holds
  /// a new access token, which has at most 8 KiB.
  package var maxMessageBytes: Int
  /// Upper bound of `device_id`, in bytes.
  package var maxDeviceIDBytes: Int
  /// Whether a pong counts as activity for the idle time-out, beside data frames and pings.
  package var countsPongs: Bool

  /// The defaults are those of a path that only sends events.
  package init(
    maxPerUser: Int? = nil, perMinute: Int? = nil,
    maxPerUserSetting: String = "websocket.max_connections_per_user",
    perMinuteSetting: String = "websocket.connections_per_minute", maxMessageBytes: Int = 16 << 10,
    maxDeviceIDBytes: Int = 128, countsPongs: Bool = false
  ) {
    self.maxPerUser = maxPerUser
    self.perMinute = perMinute
    self.maxPerUserSetting = maxPerUserSetting
    self.perMinuteSetting = perMinuteSetting
    self.maxMessageBytes = maxMessageBytes
    self.maxDeviceIDBytes = maxDeviceIDBytes
    self.countsPongs = countsPongs
  }
}
