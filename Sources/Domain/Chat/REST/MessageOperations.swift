import API
import JSONCodec

/// The operations of `/api/messages`, and the search of a room.
struct MessageOperations: Sendable {
  /// The limits that the declarations state.
  let configuration: ChatConfiguration

  /// All operations, in the order of `docs/api/rest-chat.md`.
  var all: [Operation] { [list, recent, search, searchRoom, post, edit, patch, delete] }

  // MARK: - Windows

  var list: Operation {
    Operation(
      "chatListMessages", "GET", "/api/messages/{room}", authentication: .bearer, tag: "Chat",
      "List the messages of a room", description: Self.window,
      parameters: window(defaultLimit: configuration.maxPage), responses: [Self.page], errors: RoomOperations.roomErrors
    )
  }

  var recent: Operation {
    Operation(
      "chatListRecentMessages", "GET", "/api/messages/{room}/recent", authentication: .bearer, tag: "Chat",
      "List the newest messages of a room", description: Self.window,
      parameters: window(defaultLimit: Self.fewMessages),
      responses: [Self.page], errors: RoomOperations.roomErrors)
  }

  var search: Operation {
    Operation(
      "chatSearchMessages", "GET", "/api/messages/{room}/search", authentication: .bearer, tag: "Chat",
      "Search the messages of a room", description: searchDescription, parameters: searchParameters,
      responses: [Self.page], errors: RoomOperations.roomErrors)
  }

  var searchRoom: Operation {
    Operation(
      "chatSearchRoom", "GET", "/api/rooms/{room}/search", authentication: .bearer, tag: "Chat",
      "Search the messages of a room", description: searchDescription, parameters: searchParameters,
      responses: [Self.page], errors: RoomOperations.roomErrors)
  }

  /// The limit of recent messages and of search results without the parameter `limit`.
  static let fewMessages = 50
  /// The length of a phrase that is searched, in characters.
  static let phrase = 1...200

  private static let window = """
    Without `after` the newest messages of the range, with it the oldest; always oldest first, without deleted ones. A page \
    ends early at \(MessageWindow.maxBytes >> 20) MiB of text.
    """

  private var searchDescription: String {
    """
    Matches anywhere in a message, without regard to case. One request reads at most \(configuration.searchDepth) messages; \
    a search that reached this depth has a next page even if it found nothing.
    """
  }

  private var searchParameters: [ParameterDeclaration] {
    window(defaultLimit: Self.fewMessages) + [
      .requiredQuery(.text("q", length: Self.phrase, "The text to find.").or("query"))
    ]
  }

  private func window(defaultLimit: Int) -> [ParameterDeclaration] {
    [
      RoomOperations.room,
      .query(
        .integer(
          "limit", in: 1...(1 << 53),
          "At most \(configuration.maxPage) count; \(min(defaultLimit, configuration.maxPage)) if it is absent.")),
      .query(.count("before", "Only messages with smaller numbers.")),
      .query(.count("after", "Only messages with larger numbers.")),
    ]
  }

  private static let page = ResponseDeclaration.json(
    "Messages, oldest first.", .array(of: ChatSchemas.message), example: [ChatSchemas.exampleMessage]
  ).with(
    .string("X-Has-More", oneOf: ["true", "false"], "Whether messages of the range follow in the next page."),
    FieldDeclaration.string("Link", "The path of the next page (RFC 8288), with `rel=\"next\"`, if there is one.")
      .optional)

  // MARK: - Changes

  var post: Operation {
    Operation(
      "chatPostMessage", "POST", "/api/messages/{room}", authentication: .bearer, tag: "Chat", "Post a message",
      description: """
        The response is sent when the message is stored; members receive `message`. The same content under the same \
        `client_message_id` again returns the first message.
        """, parameters: [RoomOperations.room],
      body: .json(
        [
          ChatSchemas.content(maxContent: configuration.maxContent),
          FieldDeclaration(
            "client_message_id", ChatSchemas.clientID, "The client's id: a repeated message is stored once."
          ).or("clientMessageId").optionalOrNull,
        ], example: ["content": "Hello", "client_message_id": "0E1F"]),
      responses: [Self.stored],
      errors: changeErrors + [
        tooLong, .quotaExceeded, .init(409, "MESSAGE_ID_REUSED", "The `client_message_id` belongs to another content."),
      ])
  }

  var edit: Operation {
    Operation(
      "chatEditMessage", "PUT", "/api/messages/{room}/{id}", authentication: .bearer, tag: "Chat", "Edit a message",
      description: Self.editDescription, parameters: Self.ownMessage, body: editBody, responses: [Self.stored],
      errors: editErrors)
  }

  var patch: Operation {
    Operation(
      "chatPatchMessage", "PATCH", "/api/messages/{room}/{id}", authentication: .bearer, tag: "Chat", "Edit a message",
      description: Self.editDescription, parameters: Self.ownMessage, body: editBody, responses: [Self.stored],
      errors: editErrors)
  }

  var delete: Operation {
    Operation(
      "chatDeleteMessage", "DELETE", "/api/messages/{room}/{id}", authentication: .bearer, tag: "Chat",
      "Delete a message", description: "Only the author may. Members receive `message_deleted`.",
      parameters: Self.ownMessage,
      responses: [
        .json(
          "The message is deleted.",
          .object([
            .boolean("success", "Always true."), .string("message", "A sentence for people."), ChatSchemas.messageID,
          ]), example: ["message": "Message deleted", "success": true, "message_id": 42])
      ], errors: changeErrors + Self.ownErrors)
  }

  private static let editDescription = "Only the author may. Members receive `message_edited`."

  private var editBody: BodyDeclaration {
    .json([ChatSchemas.content(maxContent: configuration.maxContent)], example: ["content": "Hello!"])
  }

  private var editErrors: [ErrorDeclaration] { changeErrors + Self.ownErrors + [tooLong, .quotaExceeded] }

  private static let ownMessage = [
    RoomOperations.room, .path(FieldDeclaration("id", ChatSchemas.number, "The number of the message.")),
  ]
  private static let stored = ResponseDeclaration.json(
    "The stored message.", ChatSchemas.message, example: ChatSchemas.exampleMessage)
  private static let ownErrors: [ErrorDeclaration] = [
    .forbidden("Another user posted the message."),
    .init(404, "MESSAGE_NOT_FOUND", "The room has no such message, or it is deleted."),
  ]

  private var tooLong: ErrorDeclaration {
    .init(400, "MESSAGE_TOO_LONG", "The content has more than \(configuration.maxContent) characters.")
  }

  /// The errors of every change of a room's history.
  private var changeErrors: [ErrorDeclaration] {
    RoomOperations.roomErrors + [
      .init(
        429, "RATE_LIMIT",
        """
        The user made more than \(configuration.messagesPerMinute) changes of the room within a minute, or the account made \
        too many changes. `Retry-After` states the seconds to wait.
        """),
      .init(503, "SERVER_BUSY", "Too many messages wait to be stored. Send the message again."),
      .init(503, "SERVER_ERROR", "The message could not be stored. Send it again."),
    ]
  }
}
