import Bytes
import HTTPServer
package import JSONCodec

/// The handler of event sockets: sends the events of a subscription as a renderer shapes them.
///
/// It sends the missed events first, then new ones whenever it is woken.
package final class EventHandler: MessageHandler {
  private let session: SocketSession
  private let renderer: any EventRenderer
  private let requests: (any ClientMessageHandler)?
  private let since: Int64?
  private var subscription: EventSubscription
  private var hub: RealtimeHub { session.hub }

  /// - Parameters:
  ///   - cursorType: the name under which the position is stored; nil: the type of the connection.
  ///   - requests: handles the path's own messages; nil ignores them.
  package init(
    _ session: SocketSession, _ client: AuthorizedConnection, renderer: any EventRenderer, cursorType: String? = nil,
    requests: (any ClientMessageHandler)? = nil
  ) {
    self.session = session
    self.renderer = renderer
    self.requests = requests
    since = client.since
    subscription = EventSubscription(
      userID: client.identity.userID, kinds: renderer.kinds, topic: client.connection.topic,
      cursorType: cursorType ?? session.connectionType, hub: session.hub)
  }

  /// Sends the renderer's welcome frame.
  package func opened() async throws {
    if let frame = renderer.welcome(userID: subscription.userID, at: hub.environment.now()) {
      await session.send(frame)
    }
  }

  /// Continues after `since`, or after the stored position if `since` is absent or unknown.
  package func start() async throws {
    let stored = try await subscription.storedPosition()
    subscription.opened(at: stored)
    if let since, try await subscription.contains(since) {
      subscription.opened(at: since)
    } else if let requests {
      subscription.opened(at: try await requests.startPosition(after: stored))
    }
    try await woken()
  }

  /// Passes the message to the path's request handler.
  package func handle(_ message: JSONValue, type: String) async throws -> MessageReply {
    try await requests?.handle(message, type: type) ?? .nothing
  }

  /// Sends the next events. If there may be more, it wakes itself, so that messages are handled in between.
  package func woken() async throws {
    let batch = try await subscription.next()
    var bytes = 0
    for event in batch.events {
      bytes += await send(event)
      guard bytes >= hub.configuration.batchBytes || event.id == batch.events.last?.id else { continue }
      bytes = 0
      // Only events that the kernel has taken count as delivered; the next connection starts after them.
      guard await session.drained() else { break }
      subscription.advance(to: event.id)
    }
    subscription.skip(batch)
    guard !batch.events.isEmpty else { return }
    if batch.isFull { session.wake() }
    await hub.attempt("advance") { try await hub.cursors.flush() }
  }

  /// Releases the stored position.
  package func closed() { subscription.close() }

  /// - Returns: the bytes sent.
  private func send(_ event: Event) async -> Int {
    guard let frame = renderer.frame(event) else { return 0 }
    let text = frame.merging(["event_id": .integer(event.id)]).encoded
    await session.send(text)
    hub.observer.delivered(event.kind)
    return text.count
  }
}
