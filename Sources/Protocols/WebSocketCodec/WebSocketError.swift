/// A violation of RFC 6455 by the peer, or an exceeded limit. Each ends the connection.
package enum WebSocketError: Error, Equatable, Sendable {
  /// A reserved bit is set that no negotiated extension uses (§5.2).
  case reservedBits
  /// An opcode that the RFC reserves (§5.2).
  case reservedOpcode(UInt8)
  /// A client's frame without a mask (§5.1).
  case unmasked
  /// A server's frame with a mask (§5.1); only a client's decoder reports it.
  case masked
  /// A length not in its shortest encoding, or with the most significant bit set (§5.2).
  case lengthEncoding
  /// A fragmented control frame (§5.5).
  case fragmentedControl
  /// A control frame longer than 125 bytes (§5.5).
  case oversizedControl(Int)
  /// A continuation frame without an open message (§5.4).
  case unexpectedContinuation
  /// A new message before the end of the open one (§5.4).
  case expectedContinuation
  /// Text that is not UTF-8 (§8.1).
  case invalidUTF8
  /// A close frame with one byte of payload or an invalid code (§5.5.1, §7.4).
  case invalidClose
  /// Invalid compressed data (RFC 7692 §7.2.2).
  case invalidDeflate
  /// No memory for decompression.
  case outOfMemory
  /// A message over the limit in bytes.
  case messageTooBig(limit: Int)

  /// The code of the close frame (§7.4.1).
  package var closeCode: UInt16 {
    switch self {
    case .invalidUTF8, .invalidDeflate: 1007
    case .outOfMemory: 1011
    case .messageTooBig: 1009
    default: 1002
    }
  }

  /// The reason of the close frame.
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
