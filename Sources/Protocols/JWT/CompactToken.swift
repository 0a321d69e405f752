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
    let point = UInt8(ascii: ".")
    // The alphabet of the signature has no point, so that a third one fails as well.
    guard let first = bytes.firstIndex(of: point), first <= Self.maxHeaderBytes,
      let second = bytes[(first + 1)...].firstIndex(of: point),
      let payload = Base64URL.decode(bytes[(first + 1)..<second]),
      let signature = Base64URL.decode(bytes[(second + 1)...])
    else { throw .malformed }
    header = try TokenHeader(encoded: bytes[..<first])
    self.payload = payload
    self.signature = signature
    signedBytes = Array(bytes[..<second])
  }
}
