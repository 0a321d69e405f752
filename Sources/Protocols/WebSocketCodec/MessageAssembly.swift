import Bytes

/// A message of which not all frames were received: its content so far, within the limit and valid.
///
/// Its methods are named after what happened. After an error the connection must be closed.
struct MessageAssembly: Sendable {
  let isText: Bool
  /// Whether the payload is compressed (RFC 7692 §6).
  let isCompressed: Bool

  private let maxBytes: Int
  private var content: [UInt8] = []
  private var validator = UTF8Validator()
  /// The sum of the payload lengths of the frames, compressed if the message is.
  private var announcedBytes = 0

  /// - Parameter maxBytes: the limit of the content, after decompression.
  init(isText: Bool, isCompressed: Bool, maxBytes: Int) {
    self.isText = isText
    self.isCompressed = isCompressed
    self.maxBytes = maxBytes
  }

  /// The header of a frame of the message announced `length` bytes of payload.
  /// - Throws: `messageTooBig`.
  mutating func frameBegan(length: Int) throws(WebSocketError) {
    // Incompressible data grows by a few bytes per block.
    let room = isCompressed ? maxBytes + maxBytes / 256 + 1024 : maxBytes
    guard length <= room - announcedBytes else { throw .messageTooBig(limit: maxBytes) }
    announcedBytes += length
  }

  /// Payload of an uncompressed message arrived.
  /// - Throws: `invalidUTF8`.
  mutating func received(_ payload: ArraySlice<UInt8>) throws(WebSocketError) {
    if isText, !validator.accept(payload) { throw .invalidUTF8 }
    content += payload
  }

  /// Payload of a compressed message arrived.
  /// - Throws: `messageTooBig`, `invalidDeflate`, `invalidUTF8`, `outOfMemory`.
  mutating func receivedCompressed(_ payload: ArraySlice<UInt8>, _ inflater: Inflater) throws(WebSocketError) {
    let start = content.count
    try inflater.inflate(payload, into: &content, limit: maxBytes)
    try validate(from: start)
  }

  /// The last frame of the message ended.
  /// - Parameter inflater: that of `receivedCompressed`; nil if it was never called.
  /// - Throws: as `receivedCompressed`.
  mutating func ended(_ inflater: Inflater?) throws(WebSocketError) -> WebSocketMessageEvent {
    // Some senders send an empty message without any compressed data.
    if isCompressed, announcedBytes > 0, let inflater {
      let start = content.count
      try inflater.finish(into: &content, limit: maxBytes)
      try validate(from: start)
    }
    guard isText else { return .binary(content) }
    guard validator.isComplete else { throw .invalidUTF8 }
    return .text(content)
  }

  private mutating func validate(from start: Int) throws(WebSocketError) {
    if isText, !validator.accept(content[start...]) { throw .invalidUTF8 }
  }
}
