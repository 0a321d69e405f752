package import JSONCodec
import Realtime
package import WebSocketCodec

/// A WebSocket client for tests.
///
/// Each message and close code of the server is compared with the declared ones of the path.
/// Its calls block; see `WireSocket`. Frames go out masked; `send(raw:)` breaks rules.
package final class WebSocketTestClient {
  /// The outcome of the opening handshake.
  package enum Opening {
    case open(WebSocketTestClient)
    /// Any answer but 101.
    case refused(WireResponse)
  }

  /// RFC 6455 §1.3: with the key of its example the answer is known.
  package static let sampleKey = "dGhlIHNhbXBsZSBub25jZQ=="
  /// The accept value for the sample key (RFC 6455 §1.3).
  package static let sampleAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  /// The connection, for ends, resets and slow readers.
  package var socket: WireSocket { http.socket }
  /// The 101 answer.
  package let handshake: WireResponse
  private let http: HTTPTestClient
  private let target: String
  private let limit: Duration
  private var decoder = MessageDecoder(maxMessageBytes: 64 << 20, expectsMask: false)
  /// Counts up, so that masks differ and runs are equal.
  private var mask: UInt32 = 0x9E37_79B9
  /// The value of the last received message, if it was compared with the declared ones.
  private var received: JSONValue?
  /// Whether the server's close may be the answer to one of the test.
  private var hasSentClose = false

  private init(http: HTTPTestClient, target: String, handshake: WireResponse, limit: Duration) {
    self.http = http
    self.target = target
    self.handshake = handshake
    self.limit = limit
    decoder.receive(http.takeRemainder())
  }

  /// Connects and performs the opening handshake.
  /// - Parameters:
  ///   - fields: added to those of the handshake; one of the same name takes their place.
  ///   - limit: how long each call waits.
  package static func open(
    host: String = "127.0.0.1", port: UInt16, _ target: String, fields: [(String, String)] = [],
    receiveBuffer: Int? = nil, limit: Duration = .seconds(10)
  ) throws(WireError) -> Opening {
    let http = try HTTPTestClient(host: host, port: port, receiveBuffer: receiveBuffer, limit: limit)
    return try open(http, target, fields: fields, limit: limit)
  }

  /// Performs the opening handshake on a connection that is there already.
  package static func open(
    _ http: HTTPTestClient, _ target: String, fields: [(String, String)] = [], limit: Duration = .seconds(10)
  ) throws(WireError) -> Opening {
    let usual = [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Key", sampleKey),
    ]
    let kept = usual.filter { line in !fields.contains { $0.0.lowercased() == line.0.lowercased() } }
    let response = try http.request("GET", target, fields: kept + fields)
    guard response.status == 101 else { return .refused(response) }
    guard response["Sec-WebSocket-Accept"] == sampleAccept || kept.count < usual.count else {
      throw .malformed("Sec-WebSocket-Accept: \(response["Sec-WebSocket-Accept"] ?? "none")")
    }
    return .open(WebSocketTestClient(http: http, target: target, handshake: response, limit: limit))
  }

  /// Opens a socket like `open`. - Throws: `WireError.malformed` with the response if the server refuses.
  package static func connect(
    host: String = "127.0.0.1", port: UInt16, _ target: String, fields: [(String, String)] = [],
    receiveBuffer: Int? = nil, limit: Duration = .seconds(10)
  ) throws(WireError) -> WebSocketTestClient {
    try opened(
      open(host: host, port: port, target, fields: fields, receiveBuffer: receiveBuffer, limit: limit))
  }

  /// Opens a socket like `open`, on an open connection.
  /// - Throws: `WireError.malformed` with the answer if the server refuses.
  package static func connect(
    _ http: HTTPTestClient, _ target: String, fields: [(String, String)] = []
  ) throws(WireError) -> WebSocketTestClient {
    try opened(open(http, target, fields: fields))
  }

  private static func opened(_ opening: Opening) throws(WireError) -> WebSocketTestClient {
    switch opening {
    case .open(let client): return client
    case .refused(let response): throw .malformed("refused with \(response.status): \(response.text)")
    }
  }

  /// Sends a text message in one masked frame.
  package func send(text: String) throws(WireError) {
    try send(raw: FrameEncoder.text(Array(text.utf8), mask: nextMask()))
  }

  /// Several messages in one write.
  package func send(together messages: [JSONValue]) throws(WireError) {
    try send(raw: messages.flatMap { FrameEncoder.text($0.encoded, mask: nextMask()) })
  }

  /// Sends JSON as a text message.
  package func send(json: JSONValue) throws(WireError) {
    try send(raw: FrameEncoder.text(json.encoded, mask: nextMask()))
  }

  /// Sends a binary message in one masked frame.
  package func send(binary bytes: [UInt8]) throws(WireError) {
    try send(raw: FrameEncoder.binary(bytes, mask: nextMask()))
  }

  /// Sends a ping.
  package func sendPing(_ payload: [UInt8] = []) throws(WireError) {
    try send(raw: FrameEncoder.ping(payload, mask: nextMask()))
  }

  /// Sends a pong.
  package func sendPong(_ payload: [UInt8]) throws(WireError) {
    try send(raw: FrameEncoder.pong(payload, mask: nextMask()))
  }

  /// Starts the closing handshake; `receive` then gives the server's close.
  package func sendClose(_ code: UInt16? = 1000, reason: String = "") throws(WireError) {
    hasSentClose = true
    try send(raw: FrameEncoder.close(code: code, reason: reason, mask: nextMask()))
  }

  /// Sends bytes as they are.
  package func send(raw bytes: [UInt8]) throws(WireError) { try socket.send(bytes, within: limit) }

  private func nextMask() -> UInt32 {
    mask = mask &* 1_664_525 &+ 1_013_904_223
    return mask
  }

  /// The next event of any kind.
  /// - Throws: `WireError.timedOut`; `WireError.ended` if the connection ended without one; `WireError.malformed`
  ///   if the server broke a rule of RFC 6455.
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
      guard let value = try? received ?? JSONValue(parsing: bytes) else {
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
      if let event = try decode() {
        check(event)
        return event
      }
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

  /// Compares what the server sent with the declarations of the path.
  private func check(_ event: WebSocketMessageEvent) {
    received = nil
    guard let contract = socket.contract else { return }
    switch event {
    case .text(let bytes), .binary(let bytes):
      received = try? JSONValue(parsing: bytes)
      guard let received else { return }
      ServerContracts.record(
        contract.violations(of: received, .sent, on: target), "A message on \(target): \(received.text)")
    case .close(let code?, _) where !hasSentClose:
      ServerContracts.record(contract.violations(ofClose: code, on: target), "The close of \(target)")
    case .close, .ping, .pong: break
    }
  }
}
