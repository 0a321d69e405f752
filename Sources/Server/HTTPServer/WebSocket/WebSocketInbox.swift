/// The events that wait for an endpoint: first in, first out, bounded in number and bytes.
struct WebSocketInbox {
  private var first: SessionEvent?
  /// The events after `first`. Those before `head` were taken.
  private var rest: [SessionEvent] = []
  private var head = 0
  /// Bytes of the waiting messages.
  private(set) var bytes = 0

  var isEmpty: Bool { first == nil }
  var count: Int { (first == nil ? 0 : 1) + rest.count - head }

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
    if head < rest.count {
      first = rest[head]
      // Releases its bytes before all other events are taken.
      rest[head] = .woken
      head += 1
    } else {
      first = nil
      // Released, because most sockets are idle most of the time.
      if !rest.isEmpty { rest = [] }
      head = 0
    }
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
