import Bytes
import JSONCodec
import Logging
import Web

/// One connection of an event socket, from its greeting to its end. It stays on its session's loop, and needs no task
/// while nothing happens.
///
/// It sends the rows of `user_events` behind a position and then moves the position: first those that were missed, then,
/// whenever it is woken, what has come since.
final class EventConversation<Dialect: EventDialect, Session: SocketSession>: WebSocketConversation {
  private let dialect: Dialect
  private let listener: any SocketListener
  private let hub: RealtimeHub
  private let session: Session
  private let connection: Connection
  private let parameters: ConnectionParameters
  private let key: EventCursors.Key
  private let remoteAddress: String
  private var expiresAt: Timestamp
  private var position: Int64 = 0
  private var hasCursor = false

  private typealias Voice = SocketVoice<Dialect, Session>
  private var voice: Voice { Voice(dialect: dialect, hub: hub, session: session) }

  init(
    dialect: Dialect, listener: any SocketListener, hub: RealtimeHub, session: Session, admitted: AdmittedConnection,
    remoteAddress: String
  ) {
    self.dialect = dialect
    self.listener = listener
    self.hub = hub
    self.session = session
    self.connection = admitted.connection
    self.parameters = admitted.parameters
    self.key = EventCursors.Key(userID: admitted.identity.userID, type: Self.cursorName(dialect))
    self.expiresAt = admitted.identity.expiresAt
    self.remoteAddress = remoteAddress
  }

  /// Greets, and tells what was missed.
  func begin() async {
    hub.observer.opened(dialect.connectionType)
    await session.setIdleTimeout(hub.configuration.idleTimeout, countingPongs: false)
    await setDeadline()
    if let greeting = dialect.greeting(userID: key.userID, at: hub.ambient.now()) { await voice.say(greeting) }
    await mirrored("store") { try await hub.mirror.opened(connection) }
    do {
      let stored = try await hub.cursors.open(key)
      hasCursor = true
      position = try await start(stored)
      try await deliver()
    } catch {
      await fail(error)
    }
  }

  /// Pings, which are all that most clients ever say, take no task.
  func heardAtOnce(_ event: SessionEvent) -> Bool {
    guard case .message(let bytes, _) = event,
      case .ping(let ping) = InboundMessage(bytes, maxBytes: listener.maxBytes)
    else { return false }
    voice.sayAtOnce(dialect.pong(to: ping, at: hub.ambient.now()))
    return true
  }

  func heard(_ event: SessionEvent) async {
    do {
      try await handle(event)
    } catch {
      await fail(error)
    }
  }

  func ended() async {
    if hasCursor { hub.cursors.close(key) }
    hub.registry.disconnect(connection.id)
    hub.observer.closed(dialect.connectionType)
    await mirrored("remove") { try await hub.mirror.closed(connection.id) }
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

  private func handle(_ event: SessionEvent) async throws {
    switch event {
    case .message(let bytes, _): try await answer(InboundMessage(bytes, maxBytes: listener.maxBytes))
    case .woken: try await deliver()
    case .idle: await voice.leave(.idle)
    case .deadline where hub.ambient.now() < expiresAt: await setDeadline()
    case .deadline: await voice.leave(.authenticationFailed)
    case .told(.replaced): await voice.leave(.replaced)
    case .told(.signedOut): await voice.leave(.signedOut)
    case .told(.finished): await session.close(1000, "finished")
    }
  }

  // MARK: - What the client says

  private func answer(_ message: InboundMessage) async throws {
    switch message {
    case .ping(let ping): await voice.say(dialect.pong(to: ping, at: hub.ambient.now()))
    case .authenticate(let token): try await prolong(token)
    case .other(let type, let message): await reply(try await listener.heard(message, type: type))
    case .notJSON:
      await voice.complain("INVALID_JSON", "Invalid JSON", details: "A message must be one small JSON object.")
    case .incomplete:
      await voice.complain(
        "INVALID_MESSAGE", "Invalid message", details: "A message must be an object with the fields of its type.")
    }
  }

  private func reply(_ reply: SocketReply) async {
    switch reply {
    case .nothing: break
    case .frame(let frame): await voice.say(frame)
    case .error(let code, let text): await voice.complain(code, text, details: text)
    }
  }

  /// Stays for as long as the new token is valid. A token that is not leaves the session as it is.
  private func prolong(_ token: String) async throws {
    let identity = try await hub.authenticator.authenticate(token)
    guard let identity, identity.userID == key.userID else {
      hub.observer.authenticationFailed(dialect.connectionType)
      hub.limiter.failed(address: remoteAddress, at: hub.ambient.now())
      let reason = "The new access token is wrong, expired or of another account."
      return await voice.complain("AUTH_FAILED", "Authentication failed", details: reason)
    }
    expiresAt = max(expiresAt, identity.expiresAt)
    await setDeadline()
    await voice.say([
      "type": "authenticated", "expires_at": .string(expiresAt.rfc3339),
      "timestamp": .string(hub.ambient.now().rfc3339),
    ])
  }

  private func setDeadline() async {
    // In steps of a day at most, so that no distant expiry meets the end of the clock.
    let left = expiresAt.since(hub.ambient.now())
    await session.setDeadline(after: min(max(left, .zero), .seconds(24 * 3600)))
  }

  // MARK: - What the client is told

  /// Sends the next events. Where there may be more, it wakes itself, so that messages are heard in between.
  private func deliver() async throws {
    let limit = hub.configuration.batchEvents
    let (events, end) = try await hub.events.events(
      of: key.userID, kinds: dialect.kinds, topic: dialect.topic, after: position, limit: limit)
    var bytes = 0
    for event in events {
      bytes += await tell(event)
      guard bytes >= hub.configuration.batchBytes || event.id == events.last?.id else { continue }
      bytes = 0
      // What was not taken by the kernel counts as not heard; the next connection begins there.
      guard await session.drained() else { break }
      position = event.id
      hub.cursors.advance(key, to: event.id)
    }
    // What lies in between is for others; it need not be looked at again.
    if position == events.last?.id ?? position { position = max(position, end) }
    guard !events.isEmpty else { return }
    if events.count == limit { session.wake() }
    await mirrored("advance") { try await hub.cursors.flush() }
  }

  /// - Returns: the bytes sent.
  private func tell(_ event: Event) async -> Int {
    guard let frame = dialect.frame(event, options: parameters.options, at: hub.ambient.now()) else { return 0 }
    let text = frame.merging(["event_id": .integer(event.id)]).encoded
    await voice.say(text)
    hub.observer.told(event.kind)
    return text.count
  }

  // MARK: - Failures

  private func fail(_ error: any Error) async {
    hub.logger.error("a socket failed", metadata: ["type": "\(dialect.connectionType)", "error": "\(error)"])
    await voice.leave(.serverError)
  }

  /// Does upkeep in the database whose failure does not concern the client; the next flush makes up for it.
  private func mirrored(_ what: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      hub.logger.warning("upkeep of a connection failed", metadata: ["step": "\(what)", "error": "\(error)"])
    }
  }
}
