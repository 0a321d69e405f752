package import Realtime
package import Web

/// `/ws/chat/{room}?token=`: one room, by its number or name.
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
    let found: Result<Room?, any Error>
    do {
      found = .success(try await find(request))
    } catch {
      found = .failure(error)
    }
    let room = try? found.get()
    let address = request.remoteAddress
    return await SocketEntrance(dialect: ChatDialect(room: room), hub: hub).enter(session, request) { admitted, voice in
      if let room { return ChatPart(chat: chat, room: room, admitted: admitted, voice: voice) }
      if case .success = found { hub.failed(address: address) }
      return UnknownRoom(voice, found)
    }
  }

  private func find(_ request: Request) async throws -> Room? {
    guard let identity = try await hub.bearer(of: request) else { return nil }
    do {
      return try await chat.room(request.parameter("room"), userID: identity.userID)
    } catch is Problem {
      return nil
    }
  }
}
