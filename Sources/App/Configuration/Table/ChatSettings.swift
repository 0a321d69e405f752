import Chat

/// `chat`.
enum ChatSettings {
  static let all: [Setting] = [
    .integer(
      "chat.max_content", 5000, 1...16_000, "characters", \.chat.maxContent,
      "Length of a message; beyond it `MESSAGE_TOO_LONG`."),
    .integer(
      "chat.messages_per_minute", 600, 0...100_000, "messages", \.chat.messagesPerMinute,
      "Messages, edits and deletions of one user in one room in a minute; beyond it `RATE_LIMIT`. 0: no limit."),
    .integer(
      "chat.signals_per_minute", 600, 0...100_000, "messages", \.chat.signalsPerMinute,
      "Typing, read and presence messages of one user in one room in a minute; beyond it `RATE_LIMIT`. 0: no limit."),
    .integer(
      "chat.max_rooms_per_user", 100, 0...1_000_000, "rooms", \.chat.maxRoomsPerUser,
      "Rooms that one user owns; beyond it 429 `ROOM_LIMIT`."),
    .integer(
      "chat.max_members", 10_000, 1...1_000_000, "users", \.chat.maxMembers,
      "Members of a room; beyond it 429 `MEMBER_LIMIT`."),
    .integer(
      "chat.max_page", 500, 1...1000, "messages", \.chat.maxPage,
      "Messages of one page; a larger `limit` is reduced to it."
    ),
    .integer(
      "chat.search_depth", 100_000, 1...100_000_000, "messages", \.chat.searchDepth,
      "Newest messages that one search reads, within `storage.query_timeout`."),
    .size(
      "chat.max_queue", "1MiB", \.chat.maxQueuedBytes,
      "Bytes that may wait for a slow reader; beyond it the socket is closed."),
    .integer(
      "chat.max_waiting", 4096, 1...1_000_000, "messages", \.chat.maxWaiting,
      "Messages of all rooms that wait to be stored; beyond it `SERVER_BUSY`."),
    .integer(
      "chat.max_connections", 10, 1...100, "sockets", \.chat.maxConnections,
      "Sockets of one user in one room; the oldest is closed."),
    .integer(
      "chat.connections_per_minute", 60, 1...100_000, "sockets",
      \.chat.connectionsPerMinute,
      "Chat sockets that one user opens in a minute; beyond it `RATE_LIMIT`."),
  ]
}
