import Bytes
import JSONCodec

/// What the header of a JWS says that matters here (RFC 7515 §4.1), not yet believed.
struct TokenHeader: Equatable {
  /// `alg`
  var algorithm: String
  /// `kid`
  var keyID: String?
  /// `typ` in lower case
  var type: String?

  /// That of the tokens that Hearth issues.
  static let own = TokenHeader(algorithm: "HS256", keyID: nil, type: "jwt")
  /// The text of `own` in tokens.
  static let ownText = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
  private static let ownBytes = Array(ownText.utf8)

  private init(algorithm: String, keyID: String?, type: String?) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
  }

  /// - Parameter encoded: the first part of a token, in base 64.
  /// - Throws: `malformed`, `criticalExtension`.
  init(encoded: ArraySlice<UInt8>) throws(JWTError) {
    // Nearly every token is one of our own, whose header need not be read.
    if encoded.elementsEqual(Self.ownBytes) {
      self = Self.own
      return
    }
    guard let header = Base64URL.decode(encoded), let members = (try? JSONValue(parsingUnique: header))?.objectValue,
      let algorithm = members["alg"]?.stringValue
    else { throw .malformed }
    // No extension is known here, so that whatever is listed is one that must not be passed over (RFC 7515 §4.1.11).
    guard members["crit"] == nil else { throw .criticalExtension }
    self.init(
      algorithm: algorithm, keyID: try Self.text(members["kid"]), type: try Self.text(members["typ"])?.lowercased())
  }

  /// - Throws: `malformed` for what is there and no text.
  private static func text(_ member: JSONValue?) throws(JWTError) -> String? {
    guard let member else { return nil }
    guard let text = member.stringValue else { throw .malformed }
    return text
  }
}
