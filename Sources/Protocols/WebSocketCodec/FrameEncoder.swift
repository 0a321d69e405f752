/// An encoder of frames (RFC 6455 §5.2). A message is one frame; servers send without a mask, clients with one (§5.1).
package enum FrameEncoder {
  /// Encodes a text message. - Parameter payload: UTF-8.
  package static func text(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] { frame(.text, payload, mask) }
  /// Encodes a binary message.
  package static func binary(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] { frame(.binary, payload, mask) }
  /// Encodes a message whose payload is compressed (RFC 7692 §6.1).
  static func compressed(_ payload: [UInt8], isText: Bool, mask: UInt32? = nil) -> [UInt8] {
    var bytes = frame(isText ? .text : .binary, payload, mask)
    bytes[0] |= 0x40
    return bytes
  }

  /// Encodes a ping. - Parameter payload: cut to 125 bytes.
  package static func ping(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
    frame(.ping, Array(payload.prefix(125)), mask)
  }
  /// Encodes a pong. - Parameter payload: that of the ping, cut to 125 bytes.
  package static func pong(_ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
    frame(.pong, Array(payload.prefix(125)), mask)
  }

  /// Encodes a close frame.
  /// - Parameters:
  ///   - code: nil for an empty payload.
  ///   - reason: cut to 123 bytes at a character boundary.
  package static func close(code: UInt16?, reason: String, mask: UInt32? = nil) -> [UInt8] {
    guard let code else { return frame(.close, [], mask) }
    var payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
    for character in reason {
      guard payload.count + character.utf8.count <= 125 else { break }
      payload += Array(character.utf8)
    }
    return frame(.close, payload, mask)
  }

  /// Encodes one fragment of a text message, for test clients.
  package static func fragment(
    text payload: [UInt8], isFirst: Bool, isFinal: Bool, mask: UInt32? = nil
  ) -> [UInt8] {
    frame(isFirst ? .text : .continuation, payload, mask, isFinal: isFinal)
  }

  /// Encodes one fragment of a binary message, for test clients.
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
