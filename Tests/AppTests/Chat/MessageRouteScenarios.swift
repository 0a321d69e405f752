import JSONCodec
import Testing

/// The routes of `ChatRoutes` for messages: docs/api/rest-chat.md.
@Suite(.sharedHearth) struct MessageRouteScenarios {
  private typealias Given = ChatPreparations

  @Test(arguments: windows + search) func reads(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: posting + editing + removal) func changes(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  private static let windows = [
    Scenario(
      "a page has the newest messages and the address of older ones",
      given: Given.all(Given.aMessage, Given.post("Again")),
      .get("/api/messages/{id}?limit=1"), 200, contains: [["message_id": 2, "id": 2, "content": "Again"]],
      fields: ["X-Has-More": "true"]),
    Scenario(
      "a page after a message has newer ones", given: Given.all(Given.aMessage, Given.post("Again")),
      .get("/api/messages/{id}?after=1"), 200, contains: [["content": "Again", "sender": "{owner}"]],
      fields: ["X-Has-More": "false"]),
    Scenario(
      "recent messages are the newest", given: Given.aMessage, .get("/api/messages/{id}/recent", as: .stranger), 200,
      contains: [["message": "Hello", "message_type": "text", "edited_at": nil]]),
    Scenario(
      "a window has numbers", given: Given.aPublicRoom, .get("/api/messages/{id}?before=now"), 400,
      contains: Given.refusal("VALIDATION_ERROR")),
    Scenario(
      "messages of a private room are hidden", given: Given.all(Given.aPrivateRoom, Given.post("psst")),
      .get("/api/messages/{id}", as: .stranger), 404, contains: Given.refusal("ROOM_NOT_FOUND"), excludes: ["psst"]),
    Scenario(
      "messages need a token", given: Given.aMessage, .get("/api/messages/{id}", as: .none), 401, excludes: ["Hello"]),
    Scenario("recent messages need a token", given: Given.aMessage, .get("/api/messages/{id}/recent", as: .none), 401),
  ]

  private static let search = [
    Scenario(
      "a search finds text in any case", given: Given.all(Given.aMessage, Given.post("Other")),
      .get("/api/messages/{id}/search?q=HELL"),
      200, contains: [["content": "Hello"]]),
    Scenario(
      "a search accepts both names of its parameter", given: Given.aMessage, .get("/api/rooms/{id}/search?query=hello"),
      200,
      contains: [["content": "Hello"]], fields: ["X-Has-More": "false"]),
    Scenario(
      "a search has text", given: Given.aMessage, .get("/api/rooms/{id}/search"), 400,
      contains: Given.refusal("VALIDATION_ERROR")),
    Scenario(
      "a private room is not searched", given: Given.all(Given.aPrivateRoom, Given.post("psst")),
      .get("/api/rooms/{id}/search?q=psst", as: .stranger), 404, excludes: ["\"psst"]),
    Scenario(
      "a search needs a token", given: Given.aMessage, .get("/api/messages/{id}/search?q=hello", as: .none), 401),
  ]

  private static let posting = [
    Scenario(
      "a message is stored", given: Given.aPublicRoom,
      .post("/api/messages/{id}", ["message": "Hi", "clientMessageId": "c-1"], as: .stranger), 200,
      contains: ["message_id": 1, "content": "Hi", "client_message_id": "c-1", "sender": "{stranger}"],
      then: Given.has(["Hi"])),
    Scenario(
      "a repeated message is stored once",
      given: Given.all(
        Given.aPublicRoom,
        { try $0.expect(.post("/api/messages/{id}", ["content": "Hi", "client_message_id": "c-1"]), 200) }),
      .post("/api/messages/{id}", ["content": "Hi", "client_message_id": "c-1"]), 200, contains: ["message_id": 1],
      then: Given.has(["Hi"])),
    Scenario(
      "an id belongs to one content",
      given: Given.all(
        Given.aPublicRoom,
        { try $0.expect(.post("/api/messages/{id}", ["content": "Hi", "client_message_id": "c-1"]), 200) }),
      .post("/api/messages/{id}", ["content": "Ho", "client_message_id": "c-1"]), 409,
      contains: Given.refusal("MESSAGE_ID_REUSED"), then: Given.has(["Hi"])),
    Scenario(
      "a message has content", given: Given.aPublicRoom, .post("/api/messages/{id}", ["content": "  "]), 400,
      contains: Given.refusal("VALIDATION_ERROR"), then: Given.has([])),
    Scenario(
      "a message has at most 5000 characters", given: Given.aPublicRoom,
      .post("/api/messages/{id}", ["content": .string(String(repeating: "a", count: 5001))]), 400,
      contains: Given.refusal("MESSAGE_TOO_LONG"), then: Given.has([])),
    Scenario(
      "a private room of others receives nothing", given: Given.aPrivateRoom,
      .post("/api/messages/{id}", ["content": "Hi"], as: .stranger), 404, contains: Given.refusal("ROOM_NOT_FOUND"),
      then: Given.has([])),
    Scenario(
      "a message needs a token", given: Given.aPublicRoom, .post("/api/messages/{id}", ["content": "Hi"], as: .none),
      401),
  ]

  private static let editing = [
    Scenario(
      "an author edits a message", given: Given.aMessage, .put("/api/messages/{id}/1", ["content": "Hello!"]), 200,
      contains: ["message_id": 1, "content": "Hello!"], then: Given.has(["Hello!"])),
    Scenario(
      "PATCH is the same", given: Given.aMessage, .patch("/api/messages/{id}/1", ["message": "Hello!"]), 200,
      contains: ["message": "Hello!"], then: Given.has(["Hello!"])),
    Scenario(
      "others do not edit a message", given: Given.aMessage,
      .put("/api/messages/{id}/1", ["content": "x"], as: .stranger),
      403, contains: Given.refusal("FORBIDDEN"), then: Given.has(["Hello"])),
    Scenario(
      "an unknown message is not edited", given: Given.aPublicRoom, .patch("/api/messages/{id}/9", ["content": "x"]),
      404,
      contains: Given.refusal("MESSAGE_NOT_FOUND")),
    Scenario(
      "an edit has content", given: Given.aMessage, .put("/api/messages/{id}/1", [:]), 400,
      contains: Given.refusal("VALIDATION_ERROR"), then: Given.has(["Hello"])),
    Scenario(
      "an edit needs a token", given: Given.aMessage, .put("/api/messages/{id}/1", ["content": "x"], as: .none), 401),
    Scenario(
      "a patch needs a token", given: Given.aMessage, .patch("/api/messages/{id}/1", ["content": "x"], as: .none), 401),
  ]

  private static let removal = [
    Scenario(
      "an author deletes a message", given: Given.aMessage, .delete("/api/messages/{id}/1"), 200,
      contains: ["success": true, "message_id": 1], then: Given.has([])),
    Scenario(
      "others do not delete a message", given: Given.aMessage, .delete("/api/messages/{id}/1", as: .stranger), 403,
      contains: Given.refusal("FORBIDDEN"), then: Given.has(["Hello"])),
    Scenario(
      "an unknown message is not deleted", given: Given.aPublicRoom, .delete("/api/messages/{id}/x"), 404,
      contains: Given.refusal("MESSAGE_NOT_FOUND")),
    Scenario(
      "removal of a message needs a token", given: Given.aMessage, .delete("/api/messages/{id}/1", as: .none), 401,
      then: Given.has(["Hello"])),
  ]
}
