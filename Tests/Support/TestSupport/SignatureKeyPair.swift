import Bytes
import COpenSSL
package import JSONCodec

/// A fresh key pair of another issuer, for tests of signatures.
@safe package final class SignatureKeyPair {
  package enum Kind: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
  }

  /// The algorithm of the pair.
  package let kind: Kind
  private let key: OpaquePointer

  /// - Parameter bits: of an RSA modulus.
  package init(_ kind: Kind, bits: Int32 = 2048) throws {
    self.kind = kind
    let names = [Kind.rs256: "RSA", .es256: "EC", .edDSA: "ED25519"]
    let context = unsafe EVP_PKEY_CTX_new_from_name(nil, names[kind], nil)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    unsafe EVP_PKEY_keygen_init(context)
    if kind == .rs256 { unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) }
    if kind == .es256 { unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") }
    var made: OpaquePointer?
    guard unsafe EVP_PKEY_keygen(context, &made) == 1, let made = unsafe made else { throw SignatureKeyPairError() }
    unsafe key = unsafe made
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// The public key as a JWK, with `alg` and, if given, `kid`.
  package func jwk(id: String? = nil) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["alg": .string(kind.rawValue)]
    if let id { members["kid"] = .string(id) }
    switch kind {
    case .rs256:
      members.merge(["kty": "RSA", "n": .string(number("n")), "e": .string(number("e"))]) { $1 }
    case .es256:
      var point = [UInt8](repeating: 0, count: 65)
      var count = 0
      unsafe EVP_PKEY_get_octet_string_param(key, "pub", &point, point.count, &count)
      members.merge([
        "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Array(point[1..<33]))),
        "y": .string(Base64URL.encode(Array(point[33..<65]))),
      ]) { $1 }
    case .edDSA:
      var bytes = [UInt8](repeating: 0, count: 32)
      var count = bytes.count
      unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count)
      members.merge(["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(bytes))]) { $1 }
    }
    return members
  }

  /// A signature as JWS has it; `asDER` leaves ECDSA in the form that JWS does not take.
  package func sign(_ message: [UInt8], asDER: Bool = false) -> [UInt8] {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    unsafe EVP_DigestSignInit(context, nil, kind == .edDSA ? nil : EVP_sha256(), nil, key)
    var signature = [UInt8](repeating: 0, count: 2048)
    var count = signature.count
    unsafe EVP_DigestSign(context, &signature, &count, message, message.count)
    let bytes = Array(signature[..<count])
    return kind == .es256 && !asDER ? Self.raw(bytes) : bytes
  }

  /// A compact JWS over `claims`. `alg` is the key's unless `header` has another.
  package func token(
    _ claims: [String: JSONValue], header: [String: JSONValue] = [:], asDER: Bool = false
  ) -> String {
    let header: [String: JSONValue] = ["alg": .string(kind.rawValue)].merging(header) { $1 }
    let signed =
      Base64URL.encode(JSONValue.object(header).encoded) + "." + Base64URL.encode(JSONValue.object(claims).encoded)
    return signed + "." + Base64URL.encode(sign(Array(signed.utf8), asDER: asDER))
  }

  private func number(_ name: String) -> String {
    var value: OpaquePointer?
    unsafe EVP_PKEY_get_bn_param(key, name, &value)
    defer { unsafe BN_free(value) }
    var bytes = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(value) + 7) / 8)
    unsafe BN_bn2bin(value, &bytes)
    return Base64URL.encode(bytes)
  }

  /// `r || s` of a DER signature: two integers, each after its tag and length.
  private static func raw(_ der: [UInt8]) -> [UInt8] {
    let r = Array(der[4..<4 + Int(der[3])])
    let s = Array(der[(6 + Int(der[3]))...])
    return [r, s].flatMap { half -> [UInt8] in
      let digits = Array(half.drop { $0 == 0 })
      return Array(repeating: 0, count: 32 - digits.count) + digits
    }
  }
}

/// OpenSSL made no key.
struct SignatureKeyPairError: Error {}
