package import API
import Bytes
import HTTPServer
import JSONCodec

/// `/api/rooms` and `/api/messages`. A path names a room by its id or its name.
package struct ChatRoutes: Sendable {
  let chat: ChatService
  private let basePath: String

  /// - Parameter basePath: the path prefix of the routes (`/hearth`), for the addresses of further pages.
  package init(chat: ChatService, basePath: String = "") {
    self.chat = chat
    self.basePath = basePath
  }

  /// All routes; each requires an access token.
  package var routes: [Route] { rooms + members + messages }

  private var roomOperations: RoomOperations { RoomOperations(configuration: chat.configuration) }
  private var messageOperations: MessageOperations { MessageOperations(configuration: chat.configuration) }

  private var rooms: [Route] {
    [
      Route(RoomOperations.list) { request in
        let page = try Page(request, defaultLimit: 1000, maxLimit: 1000)
        return .json(
          .array(try await chat.rooms.list(userID: try Self.user(request).userID, page: page).map(ChatJSON.room)))
      },
      Route(roomOperations.create) { request in
        .json(
          ChatJSON.room(try await chat.rooms.create(try Self.createRoomRequest(request), user: try Self.user(request))))
      },
      Route(RoomOperations.get) { request in
        .json(ChatJSON.room(try await chat.rooms.view(Self.room(request), userID: try Self.user(request).userID)))
      },
      Route(RoomOperations.delete) { request in
        let room = try await chat.rooms.delete(Self.room(request), userID: try Self.user(request).userID)
        return .json(["message": "Room deleted", "success": true, "id": .integer(room.id)])
      },
      Route(RoomOperations.markRead) { request in
        let fields = request.body.isEmpty ? JSONFields([:]) : try JSONFields(request)
        let upTo = try fields.optionalInteger("message_id", in: 0...(1 << 53)).map(Int64.init)
        let state = try await chat.reads.advance(Self.room(request), upTo: upTo, user: try Self.user(request))
        return .json([
          "message": "Messages marked as read", "read_count": .integer(state.count),
          "message_id": .integer(state.messageID), "unread_count": .integer(state.unread),
        ])
      },
    ]
  }

  private var members: [Route] {
    [
      Route(roomOperations.join) { request in
        let view = try await chat.membership.join(Self.room(request), userID: try Self.user(request).userID)
        return .json(
          ChatJSON.room(view).merging(["success": true, "joined": true, "message": "Joined \(view.room.name)"]))
      },
      Route(RoomOperations.leave) { request in
        let room = try await chat.membership.leave(Self.room(request), userID: try Self.user(request).userID)
        return .json(["success": true, "left": true, "message": "Left \(room.name)", "id": .integer(room.id)])
      },
      Route(RoomOperations.members) { request in
        let page = try Page(request, defaultLimit: 1000, maxLimit: 1000)
        let (members, room) = try await chat.membership.list(
          Self.room(request), userID: try Self.user(request).userID, page: page)
        return .json(.array(members.map { ChatJSON.member($0, of: room) }))
      },
      Route(roomOperations.addMember) { request in
        let name = try JSONFields(request).text("username", "user_id", length: RoomOperations.username)
        let member = try await chat.membership.add(name, to: Self.room(request), userID: try Self.user(request).userID)
        return .json([
          "success": true, "user_id": .string(member.userID), "username": .string(member.username),
          "message": "\(member.username) belongs to the room",
        ])
      },
      Route(RoomOperations.removeMember) { request in
        try await chat.membership.remove(
          request.parameter("user"), from: Self.room(request), userID: try Self.user(request).userID)
        return .json(["success": true, "message": "Removed from the room"])
      },
    ]
  }

  private var messages: [Route] {
    [
      history(messageOperations.list) { try await list($0, defaultLimit: chat.configuration.maxPage) },
      history(messageOperations.recent) { try await list($0, defaultLimit: MessageOperations.fewMessages) },
      history(messageOperations.search, keeping: ["q", "query"]) { try await search($0) },
      history(messageOperations.searchRoom, keeping: ["q", "query"]) { try await search($0) },
      Route(messageOperations.post) { request in
        let (content, clientID) = try chat.input.post(try request.jsonObject())
        return try await change(.post(content, clientID: clientID), request)
      },
      Route(messageOperations.edit) { try await edit($0) },
      Route(messageOperations.patch) { try await edit($0) },
      Route(messageOperations.delete) { request in
        let id = try Self.messageID(request)
        _ = try await chat.change(.delete(id), in: Self.room(request), user: try Self.user(request))
        return .json(["message": "Message deleted", "success": true, "message_id": .integer(id)])
      },
    ]
  }

  /// Upper bound of a `Link` field, in bytes: proxies refuse responses with large fields (nginx above 4 KiB).
  private static let maxLinkBytes = 3 << 10

  /// Makes a route that returns a page of a room's history.
  ///
  /// The body is a bare array, because the documented client decodes nothing else. Header fields describe the next page:
  /// `X-Has-More`, and its address in `Link` (RFC 8288).
  /// - Parameter keeping: query parameters that the address of the next page repeats.
  private func history(
    _ operation: Operation, keeping: [String] = [], _ read: @escaping @Sendable (Request) async throws -> MessagePage
  ) -> Route {
    Route(operation) { [basePath] request in
      let page = try await read(request)
      var response = Response.json(.array(page.messages.map(ChatJSON.message)))
      response.fields.append(("X-Has-More", page.next == nil ? "false" : "true"))
      guard let next = page.next else { return response }
      let kept = request.query.filter { keeping.contains($0.name) }.prefix(1)
      let query = (kept + next.parameters).map { $0.name + "=" + PercentEncoding.encode($0.value) }
      let address = basePath + operation.path.replacing("{room}", with: PercentEncoding.encode(Self.room(request)))
      let link = "<\(address)?\(query.joined(separator: "&"))>; rel=\"next\""
      if link.utf8.count <= Self.maxLinkBytes { response.fields.append(("Link", link)) }
      return response
    }
  }

  private func list(_ request: Request, defaultLimit: Int) async throws -> MessagePage {
    let window = try MessageWindow(request, defaultLimit: defaultLimit, maxLimit: chat.configuration.maxPage)
    return try await chat.messages.page(Self.room(request), userID: try Self.user(request).userID, window: window)
  }

  private func search(_ request: Request) async throws -> MessagePage {
    let phrase = request.queryValue("q") ?? request.queryValue("query") ?? ""
    let length = MessageOperations.phrase
    guard length.contains(phrase.count), phrase.utf8.count <= 1600, phrase.contains(where: { !$0.isWhitespace })
    else {
      let rule = "text of \(length.lowerBound) to \(length.upperBound) characters"
      throw Problem.badRequest("q must be \(rule).", details: ["q": rule])
    }
    let window = try MessageWindow(
      request, defaultLimit: MessageOperations.fewMessages, maxLimit: chat.configuration.maxPage)
    return try await chat.messages.search(
      phrase, in: Self.room(request), userID: try Self.user(request).userID, window: window)
  }

  private func edit(_ request: Request) async throws -> Response {
    let content = try chat.input.content(try request.jsonObject())
    return try await change(.edit(try Self.messageID(request), content), request)
  }

  private func change(_ action: RoomCommand.Action, _ request: Request) async throws -> Response {
    .json(
      ChatJSON.message(try await chat.change(action, in: Self.room(request), user: try Self.user(request))))
  }

  private static func user(_ request: Request) throws -> Identity { try request.requireIdentity() }

  private static func room(_ request: Request) -> String { request.parameter("room") }

  private static func messageID(_ request: Request) throws -> Int64 {
    guard let id = Int64(request.parameter("id")), id > 0 else {
      throw Problem(status: 404, code: "MESSAGE_NOT_FOUND", message: "There is no such message in this room.")
    }
    return id
  }

  private static func createRoomRequest(_ request: Request) throws -> CreateRoomRequest {
    let body = try request.jsonObject()
    let fields = JSONFields(body)
    return CreateRoomRequest(
      name: try RoomName.checked(body["name"]?.stringValue ?? ""),
      isPrivate: try fields.optionalBool("private", "is_private", "isPrivate") ?? false,
      members: try fields.texts("members", count: 0...RoomOperations.maxInvited, length: RoomOperations.username))
  }
}
