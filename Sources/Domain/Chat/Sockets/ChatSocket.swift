import API
package import HTTPServer
package import Realtime

/// `/ws/chat/{room}?token=`: one room, by its id or name.
package struct ChatSocket: ConversationalEndpoint {
  private let chat: ChatService
  private let hub: RealtimeHub

  package init(chat: ChatService, hub: RealtimeHub) {
    self.chat = chat
    self.hub = hub
  }

  package func refusal(of request: Request) async throws -> Response? { hub.refusal(of: request) }

  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var limits = configuration
    limits.maxQueuedBytes = chat.configuration.maxQueuedBytes
    return limits
  }

  /// Who has no token hears so before anything of the room (wire contract C10).
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
    return await ConnectionAcceptor(dialect: ChatDialect(room: room), hub: hub).enter(session, request) {
      admitted, voice in
      if let room { return ChatPart(chat: chat, room: room, admitted: admitted, voice: voice) }
      // An ambiguous name is no failed guess: a stranger can make it ambiguous, and must not get the address refused.
      if case .success(.notFound) = found { hub.failed(address: address) }
      return UnresolvedRoom(voice, found)
    }
  }

  private func find(_ request: Request) async throws -> RoomResolver.Resolution {
    guard let identity = try await hub.bearer(of: request) else { return .notFound }
    return try await chat.resolve(request.parameter("room"), userID: identity.userID)
  }
}
