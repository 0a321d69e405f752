import Runtime

/// The events that wait for an endpoint: first in, first out, bounded in number and bytes.
struct WebSocketInbox {
  /// Beside the queue, because most sockets have one event at a time: it needs no memory of its own.
  private var first: SessionEvent?
  /// The events after `first`.
  private var rest = Fifo<SessionEvent>()
  /// Bytes of the waiting messages.
  private(set) var bytes = 0

  var isEmpty: Bool { first == nil }
  var count: Int { (first == nil ? 0 : 1) + rest.count }

  /// Whether no further message may be added.
  func isFull(_ configuration: WebSocketConfiguration) -> Bool {
    count >= configuration.maxPendingMessages || bytes >= configuration.maxPendingBytes
  }

  mutating func append(_ event: SessionEvent) {
    bytes += event.byteCount
    if first == nil { first = event } else { rest.append(event) }
  }

  mutating func takeFirst() -> SessionEvent? {
    guard let event = first else { return nil }
    bytes -= event.byteCount
    first = rest.takeFirst()
    // Most sockets are idle most of the time.
    if first == nil { rest = Fifo() }
    return event
  }

  mutating func removeAll() { self = WebSocketInbox() }
}

extension SessionEvent {
  /// Bytes of the message, if it is one.
  var byteCount: Int {
    if case .message(let bytes, _) = self { bytes.count } else { 0 }
  }
}
