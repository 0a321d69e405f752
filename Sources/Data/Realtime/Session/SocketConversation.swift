import API
import Bytes
import Cluster
package import HTTPServer
import JSONCodec
import Logging
import Runtime

/// The part of a connection that is the same on every path: pings, new tokens, idle time-out, notifications, close.
///
/// It is confined to the transport's loop and needs no task while no event arrives. The path's part is its
/// `MessageHandler`.
package final class SocketConversation: WebSocketConversation {
  private let session: SocketSession
  private let handler: any MessageHandler
  private let limits: ConnectionLimits
  private let connection: Connection
  private let userID: String
  private let remoteAddress: String
  /// The incarnation of the node that accepted the connection.
  private let incarnation: Int64
  private var expiresAt: Timestamp
  /// The message that `handleSync` parsed last and left to `handle`, which is not parsed again.
  private var parsed: (bytes: [UInt8], message: InboundMessage)?
  private var hub: RealtimeHub { session.hub }
  private var transport: any SocketTransport { session.transport }

  /// Upper bound of a message that is parsed before a task exists for it, in bytes.
  private static let maxSyncBytes = 4 << 10

  init(
    _ session: SocketSession, handler: any MessageHandler, limits: ConnectionLimits, client: AuthorizedConnection,
    remoteAddress: String
  ) {
    self.session = session
    self.handler = handler
    self.limits = limits
    self.connection = client.connection
    self.userID = client.identity.userID
    self.expiresAt = client.identity.expiresAt
    self.remoteAddress = remoteAddress
    incarnation = session.hub.node.membership.incarnation
  }

  /// Sets the time-outs and opens the handler.
  func open() async {
    await ClientShare.$current.withValue(.client(userID)) { await openHandler() }
  }

  private func openHandler() async {
    hub.observer.opened(session.connectionType)
    await transport.setIdleTimeout(hub.configuration.idleTimeout, countingPongs: limits.countsPongs)
    await setDeadline()
    do {
      try await handler.opened()
      // On several nodes it was stored when the limit was checked.
      if !hub.node.isShared { await hub.attempt("store") { try await hub.store.opened(connection) } }
      try await handler.start()
    } catch {
      await fail(error)
    }
  }

  /// Answers pings, the only message of most clients, without a task; so are messages that the handler can answer at once.
  package func handleSync(_ event: SessionEvent) -> Bool {
    guard case .message(let bytes, _) = event, bytes.count <= Self.maxSyncBytes else { return false }
    let message = InboundMessage(bytes, maxBytes: limits.maxMessageBytes)
    switch message {
    case .ping(let ping):
      session.sendSync(session.format.pong(to: ping, at: hub.environment.now()))
      return true
    case .other(let type, let value): if handler.handleSync(value, type: type) { return true }
    case .authenticate, .notJSON, .incomplete: break
    }
    parsed = (bytes, message)
    return false
  }

  private func message(_ bytes: [UInt8]) -> InboundMessage {
    defer { parsed = nil }
    // The same array is compared by its address.
    if let parsed, parsed.bytes == bytes { return parsed.message }
    return InboundMessage(bytes, maxBytes: limits.maxMessageBytes)
  }

  /// Handles one event in the fair share of the connection's user.
  package func handle(_ event: SessionEvent) async {
    await ClientShare.$current.withValue(.client(userID)) {
      do {
        try await dispatch(event)
      } catch {
        await fail(error)
      }
    }
  }

  /// Removes the connection from the registry and its row.
  package func closed() async {
    handler.closed()
    hub.registry.disconnect(connection.id)
    hub.observer.closed(session.connectionType)
    await hub.remove(connection.id, of: incarnation, then: handler.departure)
  }

  private func dispatch(_ event: SessionEvent) async throws {
    switch event {
    case .message(let bytes, _): try await receive(message(bytes))
    case .woken: try await handler.woken()
    case .idle: await session.close(.idle)
    case .deadline where hub.environment.now() < expiresAt: await setDeadline()
    case .deadline: await session.close(.authenticationFailed)
    case .notification(.replaced): await session.close(.replaced(limits))
    case .notification(.signedOut): await session.close(.signedOut)
    case .notification(.tokensExpired(let end)):
      if end == nil || end == expiresAt { await session.close(.authenticationFailed) }
    case .notification(.finished): if await !handler.finished() { await transport.close(1000, "finished") }
    }
  }

  // MARK: - Messages

  private func receive(_ message: InboundMessage) async throws {
    switch message {
    case .ping(let ping): await session.send(session.format.pong(to: ping, at: hub.environment.now()))
    case .authenticate(let token): try await extend(token)
    case .other(let type, let message): await send(try await handler.handle(message, type: type))
    case .notJSON:
      await session.sendError("INVALID_JSON", "Invalid JSON", details: "A message must be one small JSON object.")
    case .incomplete:
      await session.sendError(
        "INVALID_MESSAGE", "Invalid message", details: "A message must be an object with the fields of its type.")
    }
  }

  private func send(_ reply: MessageReply) async {
    switch reply {
    case .nothing: break
    case .frame(let frame): await session.send(frame)
    case .error(let code, let text): await session.sendError(code, text, details: text)
    }
  }

  /// Keeps the connection until the new token expires. An invalid token leaves the connection as it is.
  private func extend(_ token: String) async throws {
    let identity = try await hub.authenticator.authenticate(token)
    guard let identity, identity.userID == userID else {
      hub.observer.authenticationFailed(session.connectionType)
      hub.limiter.failed(address: remoteAddress, at: hub.environment.now())
      let reason = "The new access token is wrong, expired or of another account."
      return await session.sendError("AUTH_FAILED", "Authentication failed", details: reason)
    }
    expiresAt = max(expiresAt, identity.expiresAt)
    await setDeadline()
    await session.send(session.format.authenticated(until: expiresAt, at: hub.environment.now()))
  }

  private func setDeadline() async {
    // In steps of a day at most, so that a distant expiry does not exceed the range of the clock.
    let left = expiresAt.since(hub.environment.now())
    await transport.setDeadline(after: min(max(left, .zero), .seconds(24 * 3600)))
  }

  private func fail(_ error: any Error) async {
    session.log("socket failed", error)
    if await !handler.failed(error) { await session.close(.serverError) }
  }
}
