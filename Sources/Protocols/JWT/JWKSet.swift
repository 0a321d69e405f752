import Bytes
package import Crypto
import JSONCodec

/// The public keys of a JWK set (RFC 7517), each for one algorithm.
package struct JWKSet: Sendable {
  /// A signature algorithm of external tokens (RFC 7518 §3.1, RFC 8037 §3.1).
  enum Algorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
  }

  struct Key: Sendable {
    /// `kid`
    var id: String?
    var algorithm: Algorithm
    var key: PublicKey
  }

  /// Maximum size of a set.
  package static let maxBytes = 256 << 10
  /// Maximum number of keys in a set.
  package static let maxKeys = 64
  /// Maximum number of keys of one algorithm that are tried for a token without `kid`. In a larger set all keys need a `kid`.
  package static let maxTried = 4

  let keys: [Key]
  /// The unused keys of the set, each with the reason: encryption keys, other algorithms (RFC 7517 §5).
  package let ignored: [String]

  /// Parses a set. - Throws: `JWKSetError` if it is malformed or unsafe.
  package init(parsing bytes: [UInt8]) throws(JWKSetError) {
    guard bytes.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    guard let json = try? JSONValue(parsingUnique: bytes), let members = json["keys"]?.arrayValue else {
      throw .notASet
    }
    guard members.count <= Self.maxKeys else { throw .tooManyKeys(limit: Self.maxKeys) }
    var keys: [Key] = []
    var ignored: [String] = []
    for (index, member) in members.enumerated() {
      let name = member["kid"]?.stringValue.map { "\"\($0)\"" } ?? "number \(index + 1)"
      try Self.refuseSecrets(member, name)
      if let reason = Self.reasonToIgnore(member) {
        ignored.append("\(name): \(reason)")
      } else {
        keys.append(try Self.key(member, name))
      }
    }
    let ids = keys.compactMap(\.id)
    if let twice = ids.first(where: { id in ids.count { $0 == id } > 1 }) { throw .duplicateID(twice) }
    guard !keys.isEmpty else { throw .noUsableKey }
    for nameless in keys where nameless.id == nil {
      guard keys.count(where: { $0.algorithm == nameless.algorithm }) <= Self.maxTried else {
        throw .missingID(algorithm: nameless.algorithm.rawValue, limit: Self.maxTried)
      }
    }
    self.keys = keys
    self.ignored = ignored
  }

  /// Refuses private parameters (RFC 7518 §6.2.2, §6.3.2, §6.4): a file of public keys must not contain them.
  private static func refuseSecrets(_ json: JSONValue, _ name: String) throws(JWKSetError) {
    for parameter in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where json[parameter] != nil {
      throw .holdsSecret(key: name)
    }
  }

  private static func reasonToIgnore(_ json: JSONValue) -> String? {
    if let use = json["use"], use != "sig" { return "its use is not sig" }
    if let operations = json["key_ops"], operations.arrayValue?.contains("verify") != true {
      return "its key_ops lack verify"
    }
    guard let algorithm = algorithm(json) else { return "its key type is not supported" }
    if let named = json["alg"], named != .string(algorithm.rawValue) { return "its alg is not \(algorithm.rawValue)" }
    return nil
  }

  /// The key type determines the algorithm, not the token.
  private static func algorithm(_ json: JSONValue) -> Algorithm? {
    switch (json["kty"]?.stringValue, json["crv"]?.stringValue) {
    case ("RSA", _): .rs256
    case ("EC", "P-256"): .es256
    case ("OKP", "Ed25519"): .edDSA
    default: nil
    }
  }

  private static func key(_ json: JSONValue, _ name: String) throws(JWKSetError) -> Key {
    guard let algorithm = algorithm(json) else { throw .badKey(name, .notAKey) }
    func bytes(_ parameter: String) throws(JWKSetError) -> [UInt8] {
      guard let text = json[parameter]?.stringValue, let bytes = Base64URL.decode(text) else {
        throw .badKey(name, .notAKey)
      }
      return bytes
    }
    if let id = json["kid"], id.stringValue.map({ $0.isEmpty || $0.utf8.count > 200 }) ?? true {
      throw .badKey(name, .notAKey)
    }
    let parameters: [[UInt8]]
    switch algorithm {
    case .rs256: parameters = [try bytes("n"), try bytes("e")]
    case .es256: parameters = [try bytes("x"), try bytes("y")]
    case .edDSA: parameters = [try bytes("x")]
    }
    let key: PublicKey
    do throws(PublicKeyError) {
      switch algorithm {
      case .rs256: key = try .rsa(modulus: parameters[0], exponent: parameters[1])
      case .es256: key = try .p256(x: parameters[0], y: parameters[1])
      case .edDSA: key = try .ed25519(parameters[0])
      }
    } catch {
      throw .badKey(name, error)
    }
    return Key(id: json["kid"]?.stringValue, algorithm: algorithm, key: key)
  }
}

/// An error of a JWK set.
package enum JWKSetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The set is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// The text is not `{"keys": [...]}`.
  case notASet
  /// The set has more keys than the limit.
  case tooManyKeys(limit: Int)
  /// A key has private parameters.
  case holdsSecret(key: String)
  /// A key is invalid.
  case badKey(String, PublicKeyError)
  /// Two keys have the same `kid`.
  case duplicateID(String)
  /// No key is for a supported algorithm.
  case noUsableKey
  /// More than `limit` keys of the algorithm, and one of them has no `kid`.
  case missingID(algorithm: String, limit: Int)

  /// The error in words, for the operator.
  package var description: String {
    switch self {
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .notASet: "it is not a JWK set: {\"keys\": [...]}"
    case .tooManyKeys(let limit): "it has more than \(limit) keys"
    case .holdsSecret(let key): "key \(key) has private parameters; the file must contain public keys only"
    case .badKey(let key, .modulusRefused(let bits)):
      "key \(key): its modulus has \(bits) bits, at least \(PublicKey.modulusBits.lowerBound) are required"
    case .badKey(let key, .exponentRefused): "key \(key): its exponent is not safe"
    case .badKey(let key, .notAKey): "key \(key) is not valid"
    case .duplicateID(let id): "two keys have the kid \"\(id)\""
    case .missingID(let algorithm, let limit):
      "it has more than \(limit) keys for \(algorithm), so that each of them needs a kid"
    case .noUsableKey: "it has no key for RS256, ES256 or EdDSA signatures"
    }
  }
}
