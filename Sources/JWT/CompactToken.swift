import Bytes
import JSONCodec

/// The parts of a compact JWS (RFC 7515 §3.1), decoded and not yet believed.
struct CompactToken {
  static let maxBytes = 8192
  static let maxHeaderBytes = 4096

  /// `alg`
  var algorithm: String
  /// `kid`
  var keyID: String?
  /// `typ` in lower case
  var type: String?
  var payload: [UInt8]
  var signature: [UInt8]
  /// What is signed: header and payload as they were sent.
  var signedBytes: [UInt8]

  /// - Throws: `tooLarge`, `malformed`, `criticalExtension`.
  init(_ text: String) throws(JWTError) {
    guard text.utf8.count <= Self.maxBytes else { throw .tooLarge }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count <= Self.maxHeaderBytes, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
    else { throw .malformed }
    guard let members = (try? JSONValue(parsingUnique: header))?.objectValue,
      let algorithm = members["alg"]?.stringValue
    else { throw .malformed }
    // No extension is known here, so that whatever is listed is one that must not be passed over (RFC 7515 §4.1.11).
    guard members["crit"] == nil else { throw .criticalExtension }
    if let keyID = members["kid"] {
      guard let text = keyID.stringValue else { throw .malformed }
      self.keyID = text
    }
    if let type = members["typ"] {
      guard let text = type.stringValue else { throw .malformed }
      self.type = text.lowercased()
    }
    self.algorithm = algorithm
    self.payload = payload
    self.signature = signature
    signedBytes = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }
}
