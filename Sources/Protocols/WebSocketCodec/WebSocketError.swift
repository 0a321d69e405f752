/// A rule of RFC 6455 that the peer broke; each ends the connection.
package enum WebSocketError: Error, Equatable, Sendable {
  /// A reserved bit is set and no extension gave it a meaning (§5.2).
  case reservedBits
  /// An opcode that the RFC reserves (§5.2).
  case reservedOpcode(UInt8)
  /// A client's frame without a mask (§5.1).
  case unmasked
  /// A server's frame with a mask (§5.1); only a client's decoder meets it.
  case masked
  /// A length in more bytes than it needs, or with its top bit set (§5.2).
  case lengthEncoding
  /// A control frame in fragments (§5.5).
  case fragmentedControl
  /// A control frame longer than 125 bytes (§5.5).
  case oversizedControl(Int)
  /// A continuation frame with nothing to continue (§5.4).
  case unexpectedContinuation
  /// A new message before the last one ended (§5.4).
  case expectedContinuation
  /// Text that is not UTF-8 (§8.1).
  case invalidUTF8
  /// A close frame with one byte of payload, or with a code that may not be sent (§5.5.1, §7.4).
  case invalidClose
  /// Compressed data that does not unpack (RFC 7692 §7.2.2).
  case invalidDeflate
  /// There is no memory to unpack a message with.
  case outOfMemory
  /// A message over the limit, in bytes.
  case messageTooBig(limit: Int)

  /// The close code that tells the peer (§7.4.1).
  package var closeCode: UInt16 {
    switch self {
    case .invalidUTF8, .invalidDeflate: 1007
    case .outOfMemory: 1011
    case .messageTooBig: 1009
    default: 1002
    }
  }

  /// A short reason for the close frame.
  package var reason: String {
    switch self {
    case .reservedBits: "reserved bits set"
    case .reservedOpcode(let opcode): "reserved opcode \(opcode)"
    case .unmasked: "frame not masked"
    case .masked: "frame masked"
    case .lengthEncoding: "bad length"
    case .fragmentedControl: "fragmented control frame"
    case .oversizedControl: "control frame too long"
    case .unexpectedContinuation: "nothing to continue"
    case .expectedContinuation: "message not finished"
    case .invalidUTF8: "invalid UTF-8"
    case .invalidClose: "invalid close frame"
    case .invalidDeflate: "invalid compressed data"
    case .outOfMemory: "out of memory"
    case .messageTooBig(let limit): "message over \(limit) bytes"
    }
  }
}
