package import JSONCodec

/// An HTTP answer as it came over the wire.
package struct WireResponse: Equatable, Sendable {
  /// The status code.
  package var status: Int
  /// The reason phrase after the status.
  package var reason: String
  /// In the order received, names as sent.
  package var fields: [Field]
  /// Without chunk framing.
  package var body: [UInt8]
  /// Whether the server keeps the connection open (RFC 9112 §9.3).
  package var keepsAlive: Bool

  /// One field line.
  package struct Field: Equatable, Sendable {
    /// The name as it was sent.
    package var name: String
    /// The value without surrounding spaces.
    package var value: String

    /// Creates a field line.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a response without a server.
  package init(status: Int, reason: String, fields: [Field], body: [UInt8], keepsAlive: Bool) {
    self.status = status
    self.reason = reason
    self.fields = fields
    self.body = body
    self.keepsAlive = keepsAlive
  }

  /// The value of the first field called `name`, in any case.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The content as text; invalid UTF-8 is replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON, nil if it is none.
  package var json: JSONValue? { try? JSONValue(parsing: body) }
}
