/// The rows of `user_events` of one user after a position, of some kinds and of one topic.
///
/// Each user, type of connection and topic has a stored position, which the connections of that type share.
struct EventSubscription {
  /// Events read at once.
  struct Batch {
    /// Oldest first.
    var events: [Event]
    /// The position up to which no other event of the subscription exists.
    var end: Int64
    /// Whether more events may follow.
    var isFull: Bool
  }

  let userID: String
  private let kinds: [String]
  /// Events of this topic are included beside those without a topic.
  private let topic: String?
  private let key: EventCursors.Key
  private let hub: RealtimeHub
  private var position: Int64 = 0
  private var isOpen = false

  init(userID: String, kinds: [String], topic: String?, cursorType: String, hub: RealtimeHub) {
    self.userID = userID
    self.kinds = kinds
    self.topic = topic
    self.hub = hub
    key = EventCursors.Key(userID: userID, type: topic.map { cursorType + " " + $0 } ?? cursorType)
  }

  /// Reads the stored position and keeps it in memory. Balance it with `opened(at:)` and `close()`.
  func storedPosition() async throws -> Int64 { try await hub.cursors.open(key) }

  /// Whether the user's events reach up to a position. A later one is of another database, or its events are purged.
  func contains(_ position: Int64) async throws -> Bool { position <= (try await hub.events.newest(of: userID)) }

  /// Sets the position after which events are read.
  mutating func opened(at position: Int64) {
    isOpen = true
    self.position = position
  }

  /// Reads the events after the position.
  func next() async throws -> Batch {
    let limit = hub.configuration.batchEvents
    let (events, end) = try await hub.events.events(
      of: userID, kinds: kinds, topic: topic, after: position, limit: limit)
    return Batch(events: events, end: end, isFull: events.count == limit)
  }

  /// Marks everything up to an event as delivered.
  mutating func advance(to id: Int64) {
    position = id
    hub.cursors.advance(key, to: id)
  }

  /// Moves past rows of other kinds and topics after a batch that was delivered completely.
  mutating func skip(_ batch: Batch) {
    if position == batch.events.last?.id ?? position { position = max(position, batch.end) }
  }

  func close() {
    if isOpen { hub.cursors.close(key) }
  }
}
