package import API
package import JSONCodec

/// The declaration of one type of message: its fields and an example.
package struct MessageDeclaration: Sendable {
  /// The direction of a message, as seen from the server.
  package enum Direction: String, Sendable { case sent, received }

  /// The direction as seen from the server.
  package var direction: Direction
  /// The value of the member `type`.
  package var type: String
  /// Other values of `type` that the server accepts with the same meaning.
  package var aliases: [String]
  /// The purpose of the message, one sentence in Markdown.
  package var summary: String
  /// All members except `type`.
  package var fields: [FieldDeclaration]
  /// A complete message, `type` included. It has every required field.
  package var example: JSONValue

  /// Declares a message that the server sends. - Parameter example: its members except `type`.
  package static func sent(
    _ type: String, _ summary: String, _ fields: [FieldDeclaration], example: JSONValue = [:]
  ) -> MessageDeclaration {
    MessageDeclaration(
      direction: .sent, type: type, aliases: [], summary: summary, fields: fields,
      example: example.merging(["type": .string(type)]))
  }

  /// Declares a message that the server accepts. - Parameter example: its members except `type`.
  package static func received(
    _ type: String, aliases: [String] = [], _ summary: String, _ fields: [FieldDeclaration] = [],
    example: JSONValue = [:]
  ) -> MessageDeclaration {
    MessageDeclaration(
      direction: .received, type: type, aliases: aliases, summary: summary, fields: fields,
      example: example.merging(["type": .string(type)]))
  }

  /// The messages that every socket accepts.
  package static let common = [
    MessageDeclaration.received(
      "ping", "Keeps the connection alive. The bare text `ping` is accepted as well.",
      [.string("messageId", "Repeated in the pong of the consultation socket.").optional]),
    .received(
      "authenticate", "Extends the connection past the expiry of its access token.",
      [.string("token", "A new access token of the same account.")], example: ["token": "eyJhbGciOi…"]),
  ]

  /// The answer to `authenticate`, in the default format.
  package static let authenticated = MessageDeclaration.sent(
    "authenticated", "The new access token is accepted.",
    [.string("expires_at", "The expiry of the token."), .timestamp],
    example: ["expires_at": "2026-01-15T13:00:00Z", "timestamp": "2026-01-15T12:00:00Z"])
}

extension MessageDeclaration {
  /// The same message, whose code is one of `codes` if it is an `error` frame.
  func restricted(to codes: [ErrorCodeDeclaration]) -> MessageDeclaration {
    guard direction == .sent, type == "error" else { return self }
    var message = self
    let values = Set(codes.map(\.code)).sorted()
    for index in fields.indices where ["code", "error_code"].contains(fields[index].name) {
      message.fields[index].schema = .string(oneOf: values)
    }
    return message
  }
}

/// The type names of one direction of a socket. The compiler holds that each of them is declared.
package protocol DeclaredMessageType: CaseIterable, RawRepresentable<String> {
  /// The declaration whose `type` is the raw value.
  var declaration: MessageDeclaration { get }
}

extension DeclaredMessageType {
  /// The declarations of all cases.
  package static var declarations: [MessageDeclaration] { allCases.map(\.declaration) }
}
