import API
import JSONCodec

/// Parses the members of requests and socket messages that contain a message.
struct MessageInput: Sendable {
  /// The maximum length of a message, in characters.
  let maxContent: Int

  /// Parses a new message and the id that its client gave it. - Throws: `Problem` 400.
  func post(_ members: [String: JSONValue]) throws -> (content: String, clientID: String?) {
    let clientID = try JSONFields(members).optionalText(
      "client_message_id", "clientMessageId", length: 1...ChatMessage.maxClientID)
    return (try content(members), clientID)
  }

  /// Parses the content of a message. - Throws: `Problem` 400.
  func content(_ members: [String: JSONValue]) throws -> String {
    let text = (members["content"] ?? members["message"])?.stringValue
    // A character may consist of many scalars.
    if let text, text.utf8.count > 64 << 10 || text.count > maxContent {
      throw Problem.badRequest(
        code: "MESSAGE_TOO_LONG", "A message may have at most \(maxContent) characters."
      ).naming(settings: "chat.max_content")
    }
    guard let text, !text.utf8.contains(0), text.contains(where: { !$0.isWhitespace }) else {
      throw Problem.badRequest(
        "content must be text of 1 to \(maxContent) characters, not only spaces, without NUL.",
        details: ["content": "text of 1 to \(maxContent) characters"])
    }
    return text
  }
}
