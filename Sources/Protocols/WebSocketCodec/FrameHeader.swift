// A frame (RFC 6455 §5.2):
//
//   byte 0    FIN RSV1 RSV2 RSV3 opcode(4)
//   byte 1    MASK length(7)                126: 2 bytes of length follow, 127: 8 bytes
//   0-8       extended length, network order
//   0 or 4    masking key
//   ...       payload, each byte XOR key[i % 4]

/// The opcode of a frame (§5.2).
enum Opcode: UInt8, Sendable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  var isControl: Bool { rawValue & 0x8 != 0 }
}

/// The header of a frame.
struct FrameHeader: Equatable, Sendable {
  var isFinal: Bool
  /// RSV1: whether the message is compressed (RFC 7692 §6).
  var isCompressed = false
  var opcode: Opcode
  /// The length of the payload in bytes.
  var length: Int
  var mask: UInt32?
  /// The size of the header in bytes.
  var size: Int

  /// Parses a header at the start of `bytes`. Each rule is checked as soon as its bits are available.
  /// - Parameter allowsCompression: whether RSV1 may be set.
  /// - Returns: nil if bytes are missing.
  static func parse(
    _ bytes: Span<UInt8>, expectsMask: Bool, allowsCompression: Bool = false
  ) throws(WebSocketError) -> FrameHeader? {
    guard bytes.count > 0 else { return nil }
    let first = bytes[0]
    let isCompressed = first & 0x40 != 0
    guard first & 0x30 == 0, !isCompressed || allowsCompression else { throw .reservedBits }
    guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .reservedOpcode(first & 0x0F) }
    // On the first frame of a message only (RFC 7692 §6.1).
    guard !isCompressed || opcode == .text || opcode == .binary else { throw .reservedBits }
    let isFinal = first & 0x80 != 0
    guard isFinal || !opcode.isControl else { throw .fragmentedControl }
    guard bytes.count >= 2 else { return nil }
    let second = bytes[1]
    let isMasked = second & 0x80 != 0
    guard isMasked || !expectsMask else { throw .unmasked }
    guard !isMasked || expectsMask else { throw .masked }
    let short = Int(second & 0x7F)
    guard short <= 125 || !opcode.isControl else { throw .oversizedControl(short) }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    let size = 2 + lengthBytes + (isMasked ? 4 : 0)
    guard bytes.count >= 2 + lengthBytes else { return nil }
    let length = try extendedLength(bytes, short: short, count: lengthBytes)
    guard bytes.count >= size else { return nil }
    let mask = isMasked ? UInt32(truncatingIfNeeded: number(bytes, from: size - 4, count: 4)) : nil
    return FrameHeader(
      isFinal: isFinal, isCompressed: isCompressed, opcode: opcode, length: length, mask: mask, size: size)
  }

  private static func extendedLength(
    _ bytes: Span<UInt8>, short: Int, count: Int
  ) throws(WebSocketError) -> Int {
    guard count > 0 else { return short }
    let value = number(bytes, from: 2, count: count)
    let minimum: UInt64 = count == 2 ? 126 : 65536
    guard value >= minimum, let length = Int(exactly: value) else { throw .lengthEncoding }
    return length
  }

  /// Reads a number in network byte order.
  private static func number(_ bytes: Span<UInt8>, from start: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + count { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}
