import Bytes
import JSONCodec

/// The relevant members of a JWS header (RFC 7515 §4.1), not verified.
struct TokenHeader: Equatable {
  /// `alg`
  var algorithm: String
  /// `kid`
  var keyID: String?
  /// `typ` in lower case
  var type: String?

  /// The header of tokens issued by this server.
  static let own = TokenHeader(algorithm: "HS256", keyID: nil, type: "jwt")
  /// The encoded text of `own`.
  static let ownText = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
  private static let ownBytes = Array(ownText.utf8)

  private init(algorithm: String, keyID: String?, type: String?) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
  }

  /// Parses a header. - Parameter encoded: the first part of a token, in base64url.
  /// - Throws: `malformed`, `criticalExtension`.
  init(encoded: ArraySlice<UInt8>) throws(JWTError) {
    // Almost all tokens are issued by this server, and their header is constant.
    if encoded.elementsEqual(Self.ownBytes) {
      self = Self.own
      return
    }
    guard let header = Base64URL.decode(encoded), let members = (try? JSONValue(parsingUnique: header))?.objectValue,
      let algorithm = members["alg"]?.stringValue
    else { throw .malformed }
    // No extension is supported, so that any listed one must be refused (RFC 7515 §4.1.11).
    guard members["crit"] == nil else { throw .criticalExtension }
    self.init(
      algorithm: algorithm, keyID: try Self.text(members["kid"]), type: try Self.text(members["typ"])?.lowercased())
  }

  /// - Throws: `malformed` for a member that is not a string.
  private static func text(_ member: JSONValue?) throws(JWTError) -> String? {
    guard let member else { return nil }
    guard let text = member.stringValue else { throw .malformed }
    return text
  }
}
