import API
import Bytes
package import HTTPServer
import JSONCodec
import Logging
import Runtime

/// One connection of an account's socket, from its greeting to its end. It stays on its session's loop, and needs no task
/// while nothing happens. What is special about the path does its `MessageHandler`.
package final class SocketConversation<Dialect: EventDialect, Session: SocketSession>: WebSocketConversation {
  private let voice: FrameSender<Dialect, Session>
  private let part: any MessageHandler
  private let connection: Connection
  private let userID: String
  private let remoteAddress: String
  private var expiresAt: Timestamp
  private var dialect: Dialect { voice.dialect }
  private var hub: RealtimeHub { voice.hub }
  private var session: Session { voice.session }

  /// Bytes of the longest message that is looked at before there is a task for it.
  private static var maxBytesAtOnce: Int { 4 << 10 }

  init(
    _ voice: FrameSender<Dialect, Session>, part: any MessageHandler, admitted: AuthorizedConnection,
    remoteAddress: String
  ) {
    self.voice = voice
    self.part = part
    self.connection = admitted.connection
    self.userID = admitted.identity.userID
    self.expiresAt = admitted.identity.expiresAt
    self.remoteAddress = remoteAddress
  }

  /// Greets, and lets the part begin.
  func begin() async {
    await ClientShare.$current.withValue(.client(userID)) { await greet() }
  }

  private func greet() async {
    hub.observer.opened(dialect.connectionType)
    await session.setIdleTimeout(hub.configuration.idleTimeout, countingPongs: dialect.countsPongs)
    await setDeadline()
    do {
      try await part.prepare()
      if let greeting = dialect.greeting(userID: userID, at: hub.environment.now()) { await voice.say(greeting) }
      await hub.mirrored("store") { try await hub.mirror.opened(connection) }
      try await part.begin()
    } catch {
      await fail(error)
    }
  }

  /// Pings, which are all that most clients ever say, take no task, nor does what the part answers without waiting.
  package func handleSync(_ event: SessionEvent) -> Bool {
    guard case .message(let bytes, _) = event, bytes.count <= Self.maxBytesAtOnce else { return false }
    switch InboundMessage(bytes, maxBytes: part.maxBytes) {
    case .ping(let ping):
      voice.sayAtOnce(dialect.pong(to: ping, at: hub.environment.now()))
      return true
    case .other(let type, let message): return part.handleSync(message, type: type)
    case .authenticate, .notJSON, .incomplete: return false
    }
  }

  package func handle(_ event: SessionEvent) async {
    await ClientShare.$current.withValue(.client(userID)) {
      do {
        try await dispatch(event)
      } catch {
        await fail(error)
      }
    }
  }

  package func closed() async {
    part.ended()
    hub.registry.disconnect(connection.id)
    hub.observer.closed(dialect.connectionType)
    await hub.mirrored("remove") { try await hub.mirror.closed(connection.id) }
  }

  private func dispatch(_ event: SessionEvent) async throws {
    switch event {
    case .message(let bytes, _): try await answer(InboundMessage(bytes, maxBytes: part.maxBytes))
    case .woken: try await part.woken()
    case .idle: await voice.leave(.idle)
    case .deadline where hub.environment.now() < expiresAt: await setDeadline()
    case .deadline: await voice.leave(.authenticationFailed)
    case .notification(.replaced): await voice.leave(.replaced)
    case .notification(.signedOut): await voice.leave(.signedOut)
    case .notification(.finished): if await !part.finished() { await session.close(1000, "finished") }
    }
  }

  // MARK: - What the client says

  private func answer(_ message: InboundMessage) async throws {
    switch message {
    case .ping(let ping): await voice.say(dialect.pong(to: ping, at: hub.environment.now()))
    case .authenticate(let token): try await prolong(token)
    case .other(let type, let message): await reply(try await part.heard(message, type: type))
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
    guard let identity, identity.userID == userID else {
      hub.observer.authenticationFailed(dialect.connectionType)
      hub.limiter.failed(address: remoteAddress, at: hub.environment.now())
      let reason = "The new access token is wrong, expired or of another account."
      return await voice.complain("AUTH_FAILED", "Authentication failed", details: reason)
    }
    expiresAt = max(expiresAt, identity.expiresAt)
    await setDeadline()
    await voice.say(dialect.authenticated(until: expiresAt, at: hub.environment.now()))
  }

  private func setDeadline() async {
    // In steps of a day at most, so that no distant expiry meets the end of the clock.
    let left = expiresAt.since(hub.environment.now())
    await session.setDeadline(after: min(max(left, .zero), .seconds(24 * 3600)))
  }

  private func fail(_ error: any Error) async {
    hub.logger.error("a socket failed", metadata: ["type": "\(dialect.connectionType)", "error": "\(error)"])
    if await !part.failed(error) { await voice.leave(.serverError) }
  }
}
