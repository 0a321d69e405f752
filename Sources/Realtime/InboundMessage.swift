import JSONCodec

/// What a client may say on an event socket.
enum InboundMessage: Equatable {
  case ping(JSONValue)
  /// A new access token, to stay connected past the end of the first.
  case authenticate(token: String)
  /// A type that not every socket knows.
  case other(type: String, JSONValue)
  /// Not JSON in UTF-8, or longer than anything that is understood here.
  case notJSON
  /// JSON, but no object with a string `type`, or a token is missing.
  case incomplete

  /// - Parameter maxBytes: of the largest message that is looked at.
  init(_ bytes: [UInt8], maxBytes: Int) {
    guard bytes.count <= maxBytes, let value = try? JSONValue(parsing: bytes) else {
      self = .notJSON
      return
    }
    switch value["type"]?.stringValue {
    case "ping": self = .ping(value)
    case "authenticate": self = value["token"]?.stringValue.map(Self.authenticate) ?? .incomplete
    case .some(let type): self = .other(type: type, value)
    case nil: self = .incomplete
    }
  }
}
