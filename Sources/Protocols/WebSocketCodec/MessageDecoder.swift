import Bytes

/// What a decoder found next.
package enum WebSocketMessageEvent: Equatable, Sendable {
  /// A whole text message; its bytes are valid UTF-8.
  case text([UInt8])
  /// A whole binary message.
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  /// The peer closes; nil where it gave no code.
  case close(code: UInt16?, reason: String)
}

/// Turns bytes into messages: frames, fragments, control frames between them (RFC 6455 §5).
///
/// Payload is unmasked and checked as it arrives, so that invalid text fails in mid frame and memory is taken only for
/// bytes that are there. Sans-IO: feed it with `receive`, ask with `next`.
package struct MessageDecoder: Sendable {
  private let maxMessageBytes: Int
  private let expectsMask: Bool

  private var input: [UInt8] = []
  private var position = 0

  private var frame: FrameHeader?
  private var frameRemaining = 0
  private var maskOffset = 0

  private let deflate: DeflateParameters?
  /// Made with the first compressed message.
  private var inflater: Inflater?
  private var isCompressed = false
  /// Payload of this message as it came.
  private var receivedBytes = 0

  private var messageOpcode: Opcode?
  private var message: [UInt8] = []
  private var validator = UTF8Validator()
  private var control: [UInt8] = []

  /// - Parameters:
  ///   - maxMessageBytes: the largest message; more fails with `messageTooBig` before its payload is kept.
  ///   - expectsMask: true at a server, whose peers must mask (§5.1).
  ///   - deflate: what was agreed on for compression; nil: none.
  package init(maxMessageBytes: Int, expectsMask: Bool = true, deflate: DeflateParameters? = nil) {
    self.maxMessageBytes = maxMessageBytes
    self.expectsMask = expectsMask
    self.deflate = deflate
  }

  /// Takes bytes from the peer. What stands here is as long as what came since `next` last found nothing.
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

  /// Whether bytes are here that `next` has not looked at, or not found enough.
  package var hasUnread: Bool { position < input.count }

  /// The next event, or nil where bytes are missing. After a throw the connection is over.
  package mutating func next() throws(WebSocketError) -> WebSocketMessageEvent? {
    while true {
      if frame == nil {
        guard
          let header = try FrameHeader.parse(
            input.span.extracting(position...), expectsMask: expectsMask, allowsCompression: deflate != nil)
        else { return nil }
        position += header.size
        try begin(header)
      }
      guard let frame else { return nil }
      try takePayload(of: frame)
      guard frameRemaining == 0 else { return nil }
      let event = try finish(frame)
      self.frame = nil
      if let event { return event }
    }
  }

  /// Gives back memory that only a message in progress needs. Call it when nothing has come for a while.
  package mutating func releaseIdleMemory() {
    guard frame == nil, messageOpcode == nil else { return }
    inflater?.releaseIdleMemory(forgetsWindow: !keepsContext)
    message = []
    control = []
    input = Array(input[position...])
    position = 0
  }

  /// What passes over the rest of the frame for which `next` threw, and over the frames after it.
  /// - Returns: nil if the end of that frame is not known, or if it is a close frame: the peer sends nothing after it.
  package func skipperAfterFailure() -> FrameSkipper? {
    guard let frame, frame.opcode != .close else { return nil }
    var skipper = FrameSkipper(remaining: frameRemaining)
    unsafe input[position...].withUnsafeBytes { unsafe skipper.receive($0) }
    return skipper
  }

  private mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
    // Before the checks: after a failure, the rest of the frame is passed over.
    frame = header
    frameRemaining = header.length
    maskOffset = 0
    switch header.opcode {
    case .continuation:
      guard messageOpcode != nil else { throw .unexpectedContinuation }
    case .text, .binary:
      guard messageOpcode == nil else { throw .expectedContinuation }
      messageOpcode = header.opcode
      validator = UTF8Validator()
      isCompressed = header.isCompressed
      receivedBytes = 0
    case .close, .ping, .pong:
      control.removeAll()
    }
    if !header.opcode.isControl {
      // What does not compress grows by a few bytes in each block.
      let room = isCompressed ? maxMessageBytes + maxMessageBytes / 256 + 1024 : maxMessageBytes
      guard header.length <= room - receivedBytes else { throw .messageTooBig(limit: maxMessageBytes) }
      receivedBytes += header.length
    }
  }

  private mutating func takePayload(of frame: FrameHeader) throws(WebSocketError) {
    let count = min(frameRemaining, input.count - position)
    guard count > 0 else { return }
    let range = position..<position + count
    if let mask = frame.mask, mask != 0 { Masking.apply(mask, offset: maskOffset, to: &input, range) }
    position += count
    frameRemaining -= count
    maskOffset = (maskOffset + count) % 4
    if frame.opcode.isControl {
      control += input[range]
      return
    }
    if isCompressed {
      try unpack(range)
    } else {
      if messageOpcode == .text, !validator.accept(input[range]) { throw .invalidUTF8 }
      message += input[range]
    }
  }

  /// Adds what a part of the input unpacks to, checked as it comes.
  private mutating func unpack(_ range: Range<Int>) throws(WebSocketError) {
    let inflater = inflater ?? Inflater(windowBits: peerWindowBits)
    self.inflater = inflater
    let start = message.count
    var failure: WebSocketError?
    unsafe input.withUnsafeBytes { bytes in
      do throws(WebSocketError) {
        try unsafe inflater.inflate(
          UnsafeRawBufferPointer(rebasing: bytes[range]), into: &message, limit: maxMessageBytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if messageOpcode == .text, !validator.accept(message[start...]) { throw .invalidUTF8 }
  }

  private mutating func finishUnpacking() throws(WebSocketError) {
    // Some senders leave nothing at all of an empty message.
    guard receivedBytes > 0, let inflater else { return }
    let start = message.count
    try inflater.finish(into: &message, limit: maxMessageBytes)
    if messageOpcode == .text, !validator.accept(message[start...]) { throw .invalidUTF8 }
    if !keepsContext { inflater.releaseIdleMemory(forgetsWindow: true) }
  }

  private var keepsContext: Bool {
    (expectsMask ? deflate?.clientNoContextTakeover : deflate?.serverNoContextTakeover) == false
  }

  private var peerWindowBits: Int {
    (expectsMask ? deflate?.clientMaxWindowBits : deflate?.serverMaxWindowBits) ?? 15
  }

  private mutating func finish(_ frame: FrameHeader) throws(WebSocketError) -> WebSocketMessageEvent? {
    switch frame.opcode {
    case .ping: return .ping(control)
    case .pong: return .pong(control)
    case .close: return try Self.close(control)
    case .continuation, .text, .binary:
      guard frame.isFinal else { return nil }
      if isCompressed { try finishUnpacking() }
      let isText = messageOpcode == .text
      guard !isText || validator.isComplete else { throw .invalidUTF8 }
      let whole = message
      message = []
      messageOpcode = nil
      return isText ? .text(whole) : .binary(whole)
    }
  }

  private static func close(_ payload: [UInt8]) throws(WebSocketError) -> WebSocketMessageEvent {
    guard !payload.isEmpty else { return .close(code: nil, reason: "") }
    guard payload.count >= 2 else { throw .invalidClose }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard CloseCode.mayBeSent(code) else { throw .invalidClose }
    var validator = UTF8Validator()
    guard validator.accept(payload[2...]), validator.isComplete else { throw .invalidUTF8 }
    return .close(code: code, reason: String(decoding: payload[2...], as: UTF8.self))
  }
}
