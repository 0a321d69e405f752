package import JSONCodec
package import WebSocketCodec

extension WebSocketTestClient {
  /// The next event of any kind.
  /// - Throws: `WireError.timedOut`; `WireError.ended` where the connection ended without one; `WireError.malformed`
  ///   where the server broke a rule of RFC 6455.
  package func receive() throws(WireError) -> WebSocketMessageEvent { try receive(until: .now + limit) }

  /// The next message's text. Pings are answered, pongs passed over.
  package func receiveText() throws(WireError) -> String {
    let event = try receiveMessage(until: .now + limit)
    guard case .text(let bytes) = event else { throw .malformed("text was expected, not \(event)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next message as JSON, in a text or binary frame.
  package func receiveJSON() throws(WireError) -> JSONValue { try receiveJSON(until: .now + limit) }

  /// The next message that `matches`; those before it are dropped.
  package func receiveJSON(where matches: (JSONValue) -> Bool) throws(WireError) -> JSONValue {
    let deadline = ContinuousClock.now + limit
    while true {
      let value = try receiveJSON(until: deadline)
      if matches(value) { return value }
    }
  }

  /// The next message whose member `type` is `type`; those before it are dropped.
  package func receiveJSON(type: String) throws(WireError) -> JSONValue {
    try receiveJSON { $0["type"]?.stringValue == type }
  }

  /// Waits for the server's close frame; messages before it are dropped.
  package func receiveClose() throws(WireError) -> (code: UInt16?, reason: String) {
    let deadline = ContinuousClock.now + limit
    while true {
      if case .close(let code, let reason) = try receive(until: deadline) { return (code, reason) }
    }
  }

  /// Waits for the end of the TCP connection; what comes before it is dropped.
  package func receiveEnd() throws(WireError) {
    let deadline = ContinuousClock.now + limit
    while try !socket.receive(until: deadline).isEmpty {}
  }

  /// The messages that the server had sent before it read a ping of ours: shows without waiting that it sent nothing.
  package func messagesBeforePong() throws(WireError) -> [WebSocketMessageEvent] {
    let payload = Array("barrier".utf8)
    try sendPing(payload)
    let deadline = ContinuousClock.now + limit
    var messages: [WebSocketMessageEvent] = []
    while true {
      let event = try receive(until: deadline)
      if event == .pong(payload) { return messages }
      messages.append(event)
    }
  }

  private func receiveJSON(until deadline: ContinuousClock.Instant) throws(WireError) -> JSONValue {
    switch try receiveMessage(until: deadline) {
    case .text(let bytes), .binary(let bytes):
      guard let value = try? JSONValue(parsing: bytes) else {
        throw .malformed("no JSON: " + String(decoding: bytes, as: UTF8.self))
      }
      return value
    case let event: throw .malformed("JSON was expected, not \(event)")
    }
  }

  private func receiveMessage(until deadline: ContinuousClock.Instant) throws(WireError) -> WebSocketMessageEvent {
    while true {
      switch try receive(until: deadline) {
      case .ping(let payload): try sendPong(payload)
      case .pong: continue
      case let event: return event
      }
    }
  }

  private func receive(until deadline: ContinuousClock.Instant) throws(WireError) -> WebSocketMessageEvent {
    while true {
      if let event = try decode() { return event }
      let bytes = try socket.receive(until: deadline)
      guard !bytes.isEmpty else { throw .ended(what: "a frame", received: "") }
      decoder.receive(bytes)
    }
  }

  private func decode() throws(WireError) -> WebSocketMessageEvent? {
    do {
      return try decoder.next()
    } catch {
      throw .malformed("the server broke RFC 6455: \(error.reason)")
    }
  }
}
