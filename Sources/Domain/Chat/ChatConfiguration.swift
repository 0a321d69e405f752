/// Limits of chat rooms.
package struct ChatConfiguration: Sendable, Equatable {
  /// Characters of a message; beyond it `MESSAGE_TOO_LONG`.
  package var maxContent = 5000
  /// Messages, edits and deletions of one user in one room within a minute; beyond it `RATE_LIMIT`. 0: no limit.
  package var messagesPerMinute = 600
  /// Typing, read and presence messages of one user in one room within a minute; beyond it `RATE_LIMIT`. 0: no limit.
  package var signalsPerMinute = 600
  /// Rooms that one user owns; beyond it `ROOM_LIMIT`.
  package var maxRoomsPerUser = 100
  /// Members of one private room, and those who joined a public one; beyond it `MEMBER_LIMIT`.
  package var maxMembers = 10_000
  /// Messages of one page.
  package var maxPage = 500
  /// Messages that a search reads, the newest ones (before `before`).
  package var searchDepth = 100_000
  /// The time limit of one search, all steps together; nil for no limit.
  package var searchTimeout: Duration? = .seconds(5)
  /// Upper bound of bytes that wait for a slow reader; beyond it the connection is dropped.
  package var maxQueuedBytes = 1 << 20
  /// Messages that may wait to be stored; beyond it `SERVER_BUSY`.
  package var maxWaiting = 4096

  /// Open sockets of one user in one room; the oldest is replaced.
  package var maxConnections = 10
  /// Sockets that one user opens within a minute; beyond it `RATE_LIMIT`.
  package var connectionsPerMinute = 60

  /// The defaults of the settings.
  package init() {}

  /// Upper bound of a message of a socket, in bytes: content whose characters are pairs of escaped surrogates.
  var maxMessageBytes: Int { 16 * maxContent + (16 << 10) }
}
