import API
package import HTTPServer
package import Realtime

/// `/ws/chat/{room}?token=`: one room, by its id or name.
package struct ChatSocket: RealtimeEndpoint {
  /// The path with the limits of the settings.
  package let declaration: EndpointDeclaration
  /// The connections of this node.
  package let hub: RealtimeHub
  private let chat: ChatService

  /// - Parameter chat: its configuration sets the limits.
  package init(chat: ChatService, hub: RealtimeHub) {
    declaration = Self.declaration(chat.configuration)
    self.chat = chat
    self.hub = hub
  }

  /// Declares the path. - Parameter configuration: the limits.
  package static func declaration(_ configuration: ChatConfiguration = .init()) -> EndpointDeclaration {
    EndpointDeclaration(
      path: "/ws/chat/{room}", connectionType: "chat",
      summary: "A chat room. `?since=` is the id of a message: the history continues after it.",
      limits: ConnectionLimits(
        maxPerUser: configuration.maxConnections, perMinute: configuration.connectionsPerMinute,
        maxPerUserSetting: "chat.max_connections", perMinuteSetting: "chat.connections_per_minute",
        maxMessageBytes: configuration.maxMessageBytes),
      pathParameters: [.string("room", "The id of the room, or its name.")],
      messages: MessageDeclaration.common + ChatRequestType.declarations + ChatFrameType.declarations,
      errorCodes: ChatFrames.errorCodes, translation: ChatFrames.translation,
      closeCodes: [
        CloseCodeDeclaration(4404, "The room does not exist for this user, was deleted, or its name is ambiguous.")
      ])
  }

  /// Slow readers of a room may have less unsent data than those of other sockets.
  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var limits = configuration
    limits.maxQueuedBytes = chat.configuration.maxQueuedBytes
    return limits
  }

  /// The room is looked up first, because it is the topic of the connection. A client without a valid token receives
  /// `UNAUTHORIZED` whether the room exists or not.
  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    let found: Result<RoomResolver.Resolution, any Error>
    do {
      found = .success(try await find(request))
    } catch {
      found = .failure(error)
    }
    let room: Room? = if case .success(.room(let room)) = found { room } else { nil }
    let address = request.remoteAddress
    let frames = ChatFrames(roomID: room?.id)
    return await ConnectionAcceptor(declaration, format: frames, topic: room?.topic, hub: hub)
      .accept(session, request) { client, authorized in
        if let room {
          return ChatHandler(
            chat: chat, room: room, user: authorized.identity, since: authorized.since, session: client,
            transport: session, frames: frames)
        }
        // An ambiguous name is no failed guess: another user can make a name ambiguous, which must not block the address.
        if case .success(.notFound) = found { hub.failed(address: address) }
        return UnresolvedRoomHandler(client, found)
      }
  }

  private func find(_ request: Request) async throws -> RoomResolver.Resolution {
    guard let identity = try await hub.identity(of: request) else { return .notFound }
    return try await chat.rooms.resolve(request.parameter("room"), userID: identity.userID)
  }
}
