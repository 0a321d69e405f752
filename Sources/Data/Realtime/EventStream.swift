import Bytes
import HTTPServer
import JSONCodec

/// Tells one connection the events of its user.
///
/// It sends the rows of `user_events` behind a position and then moves the position: first those that were missed, then,
/// whenever it is woken, what has come since.
final class EventStream<Dialect: EventDialect, Session: SocketSession>: MessageHandler {
  private let voice: FrameSender<Dialect, Session>
  private let listener: any SocketListener
  private let parameters: ConnectionParameters
  private let key: EventCursors.Key
  private var position: Int64 = 0
  private var hasCursor = false
  private var dialect: Dialect { voice.dialect }
  private var hub: RealtimeHub { voice.hub }

  init(_ voice: FrameSender<Dialect, Session>, listener: any SocketListener, admitted: AuthorizedConnection) {
    self.voice = voice
    self.listener = listener
    self.parameters = admitted.parameters
    self.key = EventCursors.Key(userID: admitted.identity.userID, type: Self.cursorName(voice.dialect))
  }

  var maxBytes: Int { listener.maxBytes }

  /// Tells what was missed.
  func begin() async throws {
    let stored = try await hub.cursors.open(key)
    hasCursor = true
    position = try await start(stored)
    try await woken()
  }

  func heard(_ message: JSONValue, type: String) async throws -> SocketReply {
    try await listener.heard(message, type: type)
  }

  /// Sends the next events. Where there may be more, it wakes itself, so that messages are heard in between.
  func woken() async throws {
    let limit = hub.configuration.batchEvents
    let (events, end) = try await hub.events.events(
      of: key.userID, kinds: dialect.kinds, topic: dialect.topic, after: position, limit: limit)
    var bytes = 0
    for event in events {
      bytes += await tell(event)
      guard bytes >= hub.configuration.batchBytes || event.id == events.last?.id else { continue }
      bytes = 0
      // What was not taken by the kernel counts as not heard; the next connection begins there.
      guard await voice.session.drained() else { break }
      position = event.id
      hub.cursors.advance(key, to: event.id)
    }
    // What lies in between is for others; it need not be looked at again.
    if position == events.last?.id ?? position { position = max(position, end) }
    guard !events.isEmpty else { return }
    if events.count == limit { voice.session.wake() }
    await hub.mirrored("advance") { try await hub.cursors.flush() }
  }

  func ended() {
    if hasCursor { hub.cursors.close(key) }
  }

  /// Where to begin. A `since` that no event of this user has reached is of another database, or its events are purged:
  /// then what was never written is told, as without it.
  private func start(_ stored: Int64) async throws -> Int64 {
    if let since = parameters.since, since <= (try await hub.events.newest(of: key.userID)) { return since }
    return try await listener.start(from: stored)
  }

  /// Each topic has a position of its own.
  private static func cursorName(_ dialect: Dialect) -> String {
    dialect.topic.map { dialect.cursorType + " " + $0 } ?? dialect.cursorType
  }

  /// - Returns: the bytes sent.
  private func tell(_ event: Event) async -> Int {
    guard let frame = dialect.frame(event, options: parameters.options, at: hub.environment.now()) else { return 0 }
    let text = frame.merging(["event_id": .integer(event.id)]).encoded
    await voice.say(text)
    hub.observer.told(event.kind)
    return text.count
  }
}
