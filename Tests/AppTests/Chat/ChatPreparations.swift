import JSONCodec
import Testing

/// Rooms and messages that scenarios of chat need. `{id}` is the room.
enum ChatPreparations {
  static let aPublicRoom = aRoom("Room of {owner}", isPrivate: false)
  static let aPrivateRoom = aRoom("Secret of {owner}", isPrivate: true)
  /// The public room has one message, of its owner.
  static let aMessage = all(aPublicRoom, post("Hello"))

  /// A room that is named after its owner, because all scenarios of a suite share one server.
  private static func aRoom(_ name: JSONValue, isPrivate: Bool) -> Scenario.Step {
    { context in
      _ = try context.client(.owner)
      let room: JSONValue = ["name": name, "private": .bool(isPrivate)]
      context["id"] = try context.expect(.post("/api/rooms", room), 200)["id"].map(\.text)
    }
  }

  /// The owner posts a message.
  static func post(_ text: String) -> Scenario.Step {
    { try $0.expect(.post("/api/messages/{id}", ["content": .string(text)]), 200) }
  }

  static func all(_ steps: Scenario.Step...) -> Scenario.Step {
    { context in for step in steps { try step(context) } }
  }

  /// The body of a refusal.
  static func refusal(_ code: JSONValue) -> JSONValue { ["success": false, "data": nil, "error": ["code": code]] }

  /// Checks that the room has these messages, oldest first.
  static func has(_ texts: [String]) -> Scenario.Step {
    {
      let messages = texts.map { text -> JSONValue in ["content": .string(text), "message": .string(text)] }
      try $0.expect(.get("/api/messages/{id}"), 200, contains: .array(messages))
    }
  }
}
