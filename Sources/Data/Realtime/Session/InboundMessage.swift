import JSONCodec

/// A message of a client, classified by what every socket understands.
enum InboundMessage: Equatable {
  /// A JSON ping, or the bare text `ping`, which has no members.
  case ping(JSONValue)
  /// A new access token that extends the connection.
  case authenticate(token: String)
  /// A message for the path's handler.
  case other(type: String, JSONValue)
  /// Not JSON in UTF-8, or larger than the limit of the path.
  case notJSON
  /// JSON, but not an object with a string `type`, or `authenticate` without a token.
  case incomplete

  /// - Parameter maxBytes: upper bound of a message that is parsed.
  init(_ bytes: [UInt8], maxBytes: Int) {
    // Some clients send the bare text to keep a connection alive.
    if bytes.count == 4, maxBytes >= 4, bytes.elementsEqual("ping".utf8) {
      self = .ping([:])
      return
    }
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
