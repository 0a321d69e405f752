import JSONCodec

/// A message of a client, as far as every socket understands it.
enum InboundMessage: Equatable {
  /// A JSON ping, or the bare text `ping`, which has no members.
  case ping(JSONValue)
  /// A new access token, to stay connected past the end of the first.
  case authenticate(token: String)
  /// A type that not every socket knows.
  case other(type: String, JSONValue)
  /// Not JSON in UTF-8, or longer than anything that is understood here.
  case notJSON
  /// JSON, but no object with a string `type`, or a token is missing.
  case incomplete

  /// - Parameter maxBytes: upper bound of a message that is read.
  init(_ bytes: [UInt8], maxBytes: Int) {
    // Some clients keep a connection alive by the bare text.
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
