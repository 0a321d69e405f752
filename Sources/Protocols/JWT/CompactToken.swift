import Bytes

/// The decoded parts of a compact JWS (RFC 7515 §3.1), not verified.
struct CompactToken {
  static let maxBytes = 8192
  static let maxHeaderBytes = 4096

  var header: TokenHeader
  var payload: [UInt8]
  var signature: [UInt8]
  /// The signed bytes: header and payload as received.
  var signedBytes: [UInt8]

  /// - Throws: `tooLarge`, `malformed`, `criticalExtension`.
  init(_ text: String) throws(JWTError) {
    guard text.utf8.count <= Self.maxBytes else { throw .tooLarge }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= Self.maxHeaderBytes, let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw .malformed }
    header = try TokenHeader(encoded: parts[0])
    self.payload = payload
    self.signature = signature
    signedBytes = Array(bytes[..<parts[1].endIndex])
  }
}
