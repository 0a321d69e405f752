import API
import Metrics
package import Modules
import Realtime
package import Storage

/// Chat rooms in a server.
package enum ChatModule {
  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable(
      "chat_rooms",
      export: .rows(
        ExportQuery(
          kind: "chat_room",
          select: "SELECT id, name, is_private, created_at, deleted_at FROM chat_rooms WHERE owner_id = $1",
          keys: ["id"])), usage: .free),
    UserTable(
      "chat_members",
      export: .rows(
        ExportQuery(
          kind: "chat_membership",
          select: "SELECT room_id, joined_at, self_joined FROM chat_members WHERE user_id = $1",
          keys: ["room_id"])), usage: .free),
    UserTable(
      "chat_messages",
      export: .rows(
        ExportQuery(
          kind: "chat_message",
          select: """
            SELECT room_id, id, content, client_id, created_at, edited_at, deleted_at FROM chat_messages
            WHERE sender_id = $1
            """,
          keys: ["room_id", "id"])),
      usage: .counted(
        UsageRule(rowBytes: 200, texts: ["content", "folded", "client_id"], condition: "sender_id = users.id"))),
    UserTable(
      "chat_reads",
      export: .rows(
        ExportQuery(
          kind: "chat_read", select: "SELECT room_id, message_id, read_at FROM chat_reads WHERE user_id = $1",
          keys: ["room_id"])), usage: .free),
  ]

  /// - Parameter basePath: the path below which the server answers, as in `/api/rooms` of links to further pages.
  package static func make(_ context: ModuleContext, configuration: ChatConfiguration, basePath: String) -> Module {
    let chat = ChatService(
      database: context.database, node: context.node, environment: context.environment, configuration: configuration,
      quota: context.quota, writes: context.writes, observer: observer(context), logger: context.logger,
      spawn: context.spawn)
    var module = Module("chat")
    module.routes =
      ChatRoutes(chat: chat, basePath: basePath).routes + RoomAdministration(database: context.database).routes
    module.sockets = [ChatSocket(chat: chat, hub: context.hub).route]
    module.tables = tables
    module.tasks = [PeriodicTask("deleted rooms", every: .seconds(60)) { try await chat.purge() }]
    module.start = { try await chat.start() }
    module.nodeEnded = { try await chat.nodeEnded($0) }
    // Messages are emptied one by one: members' clients receive the deletions.
    module.deleteContent = { try await chat.erase(userID: $0) }
    // Private rooms whose only member was deleted.
    module.deleteOrphans = { try await chat.purge() }
    return module
  }

  private static func observer(_ context: ModuleContext) -> ChatObserver {
    let changes = context.metrics.counter("hearth_chat_changes_total", "Messages, edits and deletions stored.")
    let frames = context.metrics.counter(
      "hearth_chat_frames_total", "Encoded frames of rooms, one for all members.")
    let deliveries = context.metrics.counter(
      "hearth_chat_deliveries_total", "Frames of rooms sent to sockets that are up to date.")
    let sent = context.messagesSent
    var observer = ChatObserver()
    observer.stored = { changes.increment(by: UInt64($0)) }
    observer.encoded = { frames.increment(by: UInt64($0)) }
    observer.delivered = {
      deliveries.increment(by: UInt64($0))
      sent.increment(by: UInt64($0))
    }
    return observer
  }
}
