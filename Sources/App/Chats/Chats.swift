import API
import Bytes
import Chat
import HTTPServer
import Logging
import Realtime
import Runtime
import Storage

/// Chat rooms, wired to the rest.
struct Chats: Sendable {
  let routes: [Route]
  let sockets: [SocketRoute]
  private let chat: ChatService

  init(
    database: any Database, hub: RealtimeHub, limits: Limits, environment: Environment, settings: ServerSettings,
    observer: ChatObserver, logger: Logger
  ) {
    chat = ChatService(
      database: database, environment: environment, configuration: settings.chat, quota: limits.quota,
      writes: limits.writes, observer: observer, logger: logger,
      // What is begun by one client's message goes on for all.
      spawn: { body in Task { await ClientShare.$current.withValue(.server) { await body() } } })
    routes = ChatRoutes(chat: chat, basePath: settings.http.basePath.text).routes
    sockets = [ChatSocket(chat: chat, hub: hub).route]
  }

  /// Makes what has to be there before the first connection.
  func start() async throws { try await chat.start() }

  /// Empties what an account has said.
  func erase(userID: String) async throws { try await chat.erase(userID: userID) }

  /// Removes what is left of deleted rooms.
  func purge() async throws { try await chat.purge() }
}
