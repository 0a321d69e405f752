import JSONCodec

/// What a client may say on an event socket.
enum InboundMessage: Equatable {
  case ping
  /// A new access token, to stay connected past the end of the first.
  case authenticate(token: String)
  /// A type that nothing is known about; it is ignored.
  case unknown
  /// Not JSON in UTF-8, or longer than anything that is understood here.
  case notJSON
  /// JSON, but no object with a string `type`, or a token is missing.
  case incomplete

  /// Largest message that is looked at. A token has at most 8 KiB.
  static let maxBytes = 16 << 10

  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxBytes, let value = try? JSONValue(parsing: bytes) else {
      self = .notJSON
      return
    }
    switch value["type"]?.stringValue {
    case "ping": self = .ping
    case "authenticate": self = value["token"]?.stringValue.map(Self.authenticate) ?? .incomplete
    case .some: self = .unknown
    case nil: self = .incomplete
    }
  }
}
