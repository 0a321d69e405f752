import Bytes

/// A message or control frame received from the peer.
package enum WebSocketMessageEvent: Equatable, Sendable {
  /// A complete text message; its bytes are valid UTF-8.
  case text([UInt8])
  /// A complete binary message.
  case binary([UInt8])
  /// A ping with its payload, at most 125 bytes.
  case ping([UInt8])
  /// A pong with its payload, at most 125 bytes.
  case pong([UInt8])
  /// A close frame; `code` is nil if its payload is empty.
  case close(code: UInt16?, reason: String)
}

/// Decodes bytes into messages and control frames (RFC 6455 §5).
///
/// It has two states, each the presence of a value: between or within a frame (`frame`), and between or within a message
/// (`message`). Payload is unmasked and validated as it arrives, so that invalid text fails in the middle of a frame, and memory is
/// allocated only for received bytes. Sans-IO: `receive` takes bytes, `next` returns events.
package struct MessageDecoder: Sendable {
  /// A frame whose header was read.
  private struct OpenFrame {
    let header: FrameHeader
    /// Payload bytes that were not received.
    var remaining: Int
  }

  private let maxMessageBytes: Int
  private let expectsMask: Bool
  private let deflate: DeflateParameters?

  private var input: [UInt8] = []
  /// The number of bytes of `input` that were decoded.
  private var position = 0
  private var frame: OpenFrame?
  private var message: MessageAssembly?
  private var controlPayload: [UInt8] = []
  /// Created with the first compressed message.
  private var inflater: Inflater?

  /// - Parameters:
  ///   - maxMessageBytes: the largest message, after decompression. A larger one fails with `messageTooBig` before its payload is
  ///     kept.
  ///   - expectsMask: true for a server, whose clients must mask (§5.1).
  ///   - deflate: the negotiated compression; nil for none.
  package init(maxMessageBytes: Int, expectsMask: Bool = true, deflate: DeflateParameters? = nil) {
    self.maxMessageBytes = maxMessageBytes
    self.expectsMask = expectsMask
    self.deflate = deflate
  }

  /// Takes bytes from the peer. They are buffered until `next` decodes them: call it until it returns nil.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    if position == input.count {
      input.removeAll(keepingCapacity: true)
    } else {
      input.removeFirst(position)
    }
    position = 0
    unsafe input.append(contentsOf: bytes)
  }

  /// Takes bytes from the peer.
  package mutating func receive(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe receive($0) }
  }

  /// Whether received bytes were not decoded.
  package var hasUnread: Bool { position < input.count }

  /// Returns the next event; nil if bytes are missing. After an error no further call is valid.
  package mutating func next() throws(WebSocketError) -> WebSocketMessageEvent? {
    while true {
      if frame == nil {
        guard
          let header = try FrameHeader.parse(
            input.span.extracting(position...), expectsMask: expectsMask, allowsCompression: deflate != nil)
        else { return nil }
        position += header.size
        try frameBegan(header)
      }
      guard let header = frame?.header else { return nil }
      try receivePayload(of: header)
      guard frame?.remaining == 0 else { return nil }
      let event = try frameEnded(header)
      frame = nil
      if let event { return event }
    }
  }

  /// Frees memory that only an open message needs. Call it when the connection has been idle for a while.
  package mutating func releaseIdleMemory() {
    guard frame == nil, message == nil else { return }
    inflater?.releaseIdleMemory(forgetsWindow: !keepsContext)
    controlPayload = []
    input = Array(input[position...])
    position = 0
  }

  /// Returns a skipper that passes over the rest of the frame for which `next` threw, and over the frames after it.
  /// - Returns: nil if the end of that frame is unknown, or if it is a close frame: the peer sends nothing after it.
  package func skipperAfterFailure() -> FrameSkipper? {
    guard let frame, frame.header.opcode != .close else { return nil }
    var skipper = FrameSkipper(remaining: frame.remaining)
    unsafe input[position...].withUnsafeBytes { unsafe skipper.receive($0) }
    return skipper
  }

  private mutating func frameBegan(_ header: FrameHeader) throws(WebSocketError) {
    // Before the checks: after a failure, the rest of the frame is skipped.
    frame = OpenFrame(header: header, remaining: header.length)
    switch header.opcode {
    case .close, .ping, .pong:
      controlPayload.removeAll()
      return
    case .continuation:
      guard message != nil else { throw .unexpectedContinuation }
    case .text, .binary:
      guard message == nil else { throw .expectedContinuation }
      message = MessageAssembly(
        isText: header.opcode == .text, isCompressed: header.isCompressed, maxBytes: maxMessageBytes)
    }
    try message?.frameBegan(length: header.length)
  }

  private mutating func receivePayload(of header: FrameHeader) throws(WebSocketError) {
    let remaining = frame?.remaining ?? 0
    let count = min(remaining, input.count - position)
    guard count > 0 else { return }
    let range = position..<position + count
    if let mask = header.mask, mask != 0 {
      Masking.apply(mask, offset: (header.length - remaining) % 4, to: &input, range)
    }
    position += count
    frame?.remaining = remaining - count
    if header.opcode.isControl {
      controlPayload += input[range]
    } else if message?.isCompressed == true {
      let inflater = inflater ?? Inflater(windowBits: peerWindowBits)
      self.inflater = inflater
      try message?.receivedCompressed(input[range], inflater)
    } else {
      try message?.received(input[range])
    }
  }

  private mutating func frameEnded(_ header: FrameHeader) throws(WebSocketError) -> WebSocketMessageEvent? {
    switch header.opcode {
    case .ping: return .ping(controlPayload)
    case .pong: return .pong(controlPayload)
    case .close: return try Self.closeEvent(controlPayload)
    case .continuation, .text, .binary:
      guard header.isFinal else { return nil }
      let event = try message?.ended(inflater)
      if message?.isCompressed == true, !keepsContext { inflater?.releaseIdleMemory(forgetsWindow: true) }
      message = nil
      return event
    }
  }

  /// Whether the peer's messages may refer to earlier ones (RFC 7692 §7.1.1).
  private var keepsContext: Bool {
    (expectsMask ? deflate?.clientNoContextTakeover : deflate?.serverNoContextTakeover) == false
  }

  private var peerWindowBits: Int {
    (expectsMask ? deflate?.clientMaxWindowBits : deflate?.serverMaxWindowBits) ?? 15
  }

  private static func closeEvent(_ payload: [UInt8]) throws(WebSocketError) -> WebSocketMessageEvent {
    guard !payload.isEmpty else { return .close(code: nil, reason: "") }
    guard payload.count >= 2 else { throw .invalidClose }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard CloseCode.mayBeSent(code) else { throw .invalidClose }
    var validator = UTF8Validator()
    guard validator.accept(payload[2...]), validator.isComplete else { throw .invalidUTF8 }
    return .close(code: code, reason: String(decoding: payload[2...], as: UTF8.self))
  }
}
