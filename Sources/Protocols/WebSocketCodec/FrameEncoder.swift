/// Builds frames (RFC 6455 §5.2), always whole: a message is one frame.
///
/// Without a mask for servers, with one for clients (§5.1).
package enum FrameEncoder {
  package static func text(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] { frame(.text, payload, mask) }
  package static func binary(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] { frame(.binary, payload, mask) }
  /// A whole message whose payload is compressed (RFC 7692 §6.1).
  static func compressed(_ payload: [UInt8], isText: Bool, mask: UInt32? = nil) -> [UInt8] {
    var bytes = frame(isText ? .text : .binary, payload, mask)
    bytes[0] |= 0x40
    return bytes
  }

  /// - Parameter payload: at most 125 bytes are used.
  package static func ping(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
    frame(.ping, Array(payload.prefix(125)), mask)
  }
  /// - Parameter payload: that of the ping; at most 125 bytes are used.
  package static func pong(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
    frame(.pong, Array(payload.prefix(125)), mask)
  }

  /// - Parameters:
  ///   - code: nil sends an empty payload.
  ///   - reason: cut at a character boundary where it is over 123 bytes.
  package static func close(code: UInt16?, reason: String, mask: UInt32? = nil) -> [UInt8] {
    guard let code else { return frame(.close, [], mask) }
    var payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
    for character in reason {
      guard payload.count + character.utf8.count <= 125 else { break }
      payload += Array(character.utf8)
    }
    return frame(.close, payload, mask)
  }

  /// One frame of a text message in several, for clients that fragment.
  package static func fragment(
    text payload: [UInt8], isFirst: Bool, isFinal: Bool, mask: UInt32? = nil
  ) -> [UInt8] {
    frame(isFirst ? .text : .continuation, payload, mask, isFinal: isFinal)
  }

  /// One frame of a binary message in several, for clients that fragment.
  package static func fragment(
    binary payload: [UInt8], isFirst: Bool, isFinal: Bool, mask: UInt32? = nil
  ) -> [UInt8] {
    frame(isFirst ? .binary : .continuation, payload, mask, isFinal: isFinal)
  }

  private static func frame(_ opcode: Opcode, _ payload: [UInt8], _ mask: UInt32?, isFinal: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + (mask == nil ? 2 : 6) + (payload.count < 126 ? 0 : 8))
    bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(maskBit | UInt8(payload.count))
    case ..<65536:
      bytes.append(maskBit | 126)
      append(UInt64(payload.count), count: 2, to: &bytes)
    default:
      bytes.append(maskBit | 127)
      append(UInt64(payload.count), count: 8, to: &bytes)
    }
    if let mask { append(UInt64(mask), count: 4, to: &bytes) }
    let start = bytes.count
    bytes += payload
    if let mask { Masking.apply(mask, offset: 0, to: &bytes, start..<bytes.count) }
    return bytes
  }

  private static func append(_ value: UInt64, count: Int, to bytes: inout [UInt8]) {
    for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }
}
