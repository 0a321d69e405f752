import JSONCodec
import Testing

/// The routes of `ChatRoutes` for rooms and members: docs/api/rest-chat.md.
@Suite(.sharedHearth(["HEARTH_CHAT_MAX_ROOMS_PER_USER": "2", "HEARTH_CHAT_MAX_MEMBERS": "3"]))
struct RoomRouteScenarios {
  private typealias Given = ChatPreparations

  @Test(arguments: rooms + creation + deletion + reading) func room(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test(arguments: joining + leaving + members) func membership(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  // MARK: - Rooms

  private static let rooms = [
    Scenario(
      "a list has the rooms that the user may see", given: Given.aPrivateRoom, .get("/api/rooms"), 200,
      then: {
        let rooms = try $0.expect(.get("/api/rooms"), 200)
        let id = $0["id"]
        #expect(rooms.arrayValue?.contains { $0["id"]?.text == id && $0["is_member"] == true } == true)
      }),
    Scenario(
      "a list hides private rooms of others", given: Given.aPrivateRoom, .get("/api/rooms", as: .stranger), 200,
      excludes: ["Secret of owner"]),
    Scenario(
      "a list has at most 1000 rooms", .get("/api/rooms?limit=1001"), 400, contains: Given.refusal("VALIDATION_ERROR")),
    Scenario("a list needs a token", .get("/api/rooms", as: .none), 401, contains: Given.refusal("UNAUTHORIZED")),
    Scenario(
      "a room is found by its name in any case", given: Given.aPrivateRoom, .get("/api/rooms/secret%20OF%20{owner}"),
      200,
      contains: ["is_private": true, "private": true, "member_count": 1, "last_message": nil]),
    Scenario(
      "a private room of others does not exist", given: Given.aPrivateRoom, .get("/api/rooms/{id}", as: .stranger), 404,
      contains: Given.refusal("ROOM_NOT_FOUND")),
    Scenario(
      "a name of several rooms is refused", given: ambiguity, .get("/api/rooms/Talk%20of%20{owner}", as: .stranger),
      409, contains: Given.refusal("ROOM_AMBIGUOUS")),
    Scenario("a room needs a token", given: Given.aPublicRoom, .get("/api/rooms/{id}", as: .none), 401),
  ]

  /// Two users bring the stranger into private rooms of one name.
  private static let ambiguity: Scenario.Step = { context in
    _ = (try context.client(.owner), try context.client(.stranger))
    let room: JSONValue = ["name": "Talk of {owner}", "private": true, "members": ["{stranger}"]]
    for account in [ScenarioRequest.Account.owner, .admin] {
      try context.expect(.post("/api/rooms", room, as: account), 200)
    }
  }

  private static let creation = [
    Scenario(
      "a room has its owner and the named members",
      given: { _ = (try $0.client(.owner), try $0.client(.stranger)) },
      .post("/api/rooms", ["name": "Team of {owner}", "isPrivate": true, "members": ["{stranger}"]]), 200,
      contains: ["name": "Team of {owner}", "is_private": true, "owner": "{owner}", "member_count": 2],
      then: { try $0.expect(.get("/api/rooms/Team%20of%20{owner}", as: .stranger), 200) }),
    Scenario("a room has a name", .post("/api/rooms", [:]), 400, contains: Given.refusal("VALIDATION_ERROR")),
    Scenario(
      "a name is not a number", .post("/api/rooms", ["name": "42"]), 400, contains: Given.refusal("VALIDATION_ERROR")),
    Scenario("a body is a JSON object", .post("/api/rooms", text: "[]"), 400, contains: Given.refusal("INVALID_JSON")),
    Scenario(
      "members have accounts", .post("/api/rooms", ["name": "Nobody", "members": ["nobody"]]), 404,
      contains: Given.refusal("USER_NOT_FOUND"), then: { try $0.expect(.get("/api/rooms/Nobody"), 404) }),
    Scenario(
      "a public name is taken once", .post("/api/rooms", ["name": "General"]), 409,
      contains: Given.refusal("ROOM_EXISTS")),
    Scenario(
      "a user owns a limited number of rooms",
      given: Given.all(
        Given.aPrivateRoom, { try $0.expect(.post("/api/rooms", ["name": "Second of {owner}", "private": true]), 200) }),
      .post("/api/rooms", ["name": "Third of {owner}"]), 429, contains: Given.refusal("ROOM_LIMIT")),
    Scenario(
      "a room has a limited number of members", given: { _ = try $0.client(.owner) },
      .post("/api/rooms", ["name": "Crowd of {owner}", "members": ["admin", "admin", "admin"]]), 429,
      contains: Given.refusal("MEMBER_LIMIT")),
    Scenario("creation needs a token", .post("/api/rooms", ["name": "x"], as: .none), 401),
  ]

  private static let deletion = [
    Scenario(
      "a deleted room does not exist", given: Given.aPublicRoom, .delete("/api/rooms/{id}"), 200,
      contains: ["success": true, "message": "Room deleted"], then: { try $0.expect(.get("/api/rooms/{id}"), 404) }),
    Scenario(
      "only its owner deletes a room", given: Given.aPublicRoom, .delete("/api/rooms/{id}", as: .stranger), 403,
      contains: Given.refusal("FORBIDDEN"), then: { try $0.expect(.get("/api/rooms/{id}"), 200) }),
    Scenario(
      "a private room of others is not deleted", given: Given.aPrivateRoom, .delete("/api/rooms/{id}", as: .stranger),
      404,
      contains: Given.refusal("ROOM_NOT_FOUND")),
    Scenario("deletion needs a token", given: Given.aPublicRoom, .delete("/api/rooms/{id}", as: .none), 401),
  ]

  private static let reading = [
    Scenario(
      "a room is read up to its newest message", given: Given.aMessage,
      .post("/api/rooms/{id}/mark-read", as: .stranger),
      200, contains: ["read_count": 1, "message_id": 1, "unread_count": 0],
      then: { try $0.expect(.get("/api/rooms/{id}", as: .stranger), 200, contains: ["unread_count": 0]) }),
    Scenario(
      "a read position is a number", given: Given.aMessage, .post("/api/rooms/{id}/mark-read", ["message_id": "all"]),
      400,
      contains: Given.refusal("VALIDATION_ERROR")),
    Scenario(
      "a private room of others is not read", given: Given.aPrivateRoom,
      .post("/api/rooms/{id}/mark-read", as: .stranger),
      404, contains: Given.refusal("ROOM_NOT_FOUND")),
    Scenario("reading needs a token", given: Given.aPublicRoom, .post("/api/rooms/{id}/mark-read", as: .none), 401),
  ]

  // MARK: - Members

  private static let joining = [
    Scenario(
      "a user joins a public room", given: Given.aPublicRoom, .post("/api/rooms/{id}/join", as: .stranger), 200,
      contains: ["success": true, "joined": true, "is_member": true, "member_count": 2]),
    Scenario(
      "a full room is not joined",
      given: Given.all(
        { _ = try $0.client(.owner) },
        {
          let room: JSONValue = ["name": "Full of {owner}", "members": ["admin", "testuser2"]]
          $0["id"] = try $0.expect(.post("/api/rooms", room), 200)["id"].map(\.text)
        }), .post("/api/rooms/{id}/join", as: .stranger), 429, contains: Given.refusal("MEMBER_LIMIT")),
    Scenario(
      "a private room of others is not joined", given: Given.aPrivateRoom, .post("/api/rooms/{id}/join", as: .stranger),
      404,
      contains: Given.refusal("ROOM_NOT_FOUND")),
    Scenario("joining needs a token", given: Given.aPublicRoom, .post("/api/rooms/{id}/join", as: .none), 401),
  ]

  private static let leaving = [
    Scenario(
      "a member leaves",
      given: Given.all(Given.aPublicRoom, { try $0.expect(.post("/api/rooms/{id}/join", as: .stranger), 200) }),
      .post("/api/rooms/{id}/leave", as: .stranger), 200, contains: ["success": true, "left": true],
      then: { try $0.expect(.get("/api/rooms/{id}", as: .stranger), 200, contains: ["is_member": false]) }),
    Scenario(
      "the owner of a private room stays", given: Given.aPrivateRoom, .post("/api/rooms/{id}/leave"), 409,
      contains: Given.refusal("OWNER_STAYS")),
    Scenario(
      "a private room of others is not left", given: Given.aPrivateRoom, .post("/api/rooms/{id}/leave", as: .stranger),
      404),
    Scenario("leaving needs a token", given: Given.aPublicRoom, .post("/api/rooms/{id}/leave", as: .none), 401),
  ]

  private static let withStranger = Given.all(
    { _ = try $0.client(.stranger) }, Given.aPrivateRoom,
    { try $0.expect(.post("/api/rooms/{id}/members", ["username": "{stranger}"]), 200) })

  private static let members = [
    Scenario(
      "a list of members names the owner", given: Given.aPrivateRoom, .get("/api/rooms/{id}/members"), 200,
      contains: [["username": "{owner}", "is_owner": true]]),
    Scenario(
      "the members of a private room are hidden", given: Given.aPrivateRoom,
      .get("/api/rooms/{id}/members", as: .stranger),
      404, contains: Given.refusal("ROOM_NOT_FOUND")),
    Scenario("members need a token", given: Given.aPublicRoom, .get("/api/rooms/{id}/members", as: .none), 401),
    Scenario(
      "the owner adds a member", given: Given.all({ _ = try $0.client(.stranger) }, Given.aPrivateRoom),
      .post("/api/rooms/{id}/members", ["username": "{stranger}"]), 200,
      contains: ["success": true, "username": "{stranger}"],
      then: { try $0.expect(.get("/api/rooms/{id}", as: .stranger), 200) }),
    Scenario(
      "only the owner adds members", given: Given.aPublicRoom,
      .post("/api/rooms/{id}/members", ["username": "admin"], as: .stranger), 403, contains: Given.refusal("FORBIDDEN")),
    Scenario(
      "a new member has an account", given: Given.aPublicRoom, .post("/api/rooms/{id}/members", ["username": "nobody"]),
      404,
      contains: Given.refusal("USER_NOT_FOUND")),
    Scenario(
      "a new member is named", given: Given.aPublicRoom, .post("/api/rooms/{id}/members", [:]), 400,
      contains: Given.refusal("VALIDATION_ERROR")),
    Scenario(
      "the owner removes a member", given: withStranger, .delete("/api/rooms/{id}/members/{stranger}"), 200,
      contains: ["success": true], then: { try $0.expect(.get("/api/rooms/{id}", as: .stranger), 404) }),
    Scenario(
      "only the owner removes members", given: withStranger, .delete("/api/rooms/{id}/members/{owner}", as: .stranger),
      403, contains: Given.refusal("FORBIDDEN")),
    Scenario(
      "the owner of a private room is not removed", given: Given.aPrivateRoom,
      .delete("/api/rooms/{id}/members/{owner}"),
      409,
      contains: Given.refusal("OWNER_STAYS")),
    Scenario(
      "a removed member has an account", given: Given.aPublicRoom, .delete("/api/rooms/{id}/members/nobody"), 404,
      contains: Given.refusal("USER_NOT_FOUND")),
    Scenario(
      "removal needs a token", given: Given.aPublicRoom, .delete("/api/rooms/{id}/members/admin", as: .none), 401),
  ]
}
