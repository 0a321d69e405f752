import COpenSSL

/// A public key for the verification of signatures. Immutable and shared by all threads.
///
/// `@unchecked Sendable`: OpenSSL's `EVP_PKEY` is not changed after its creation, and each verification has its own context.
@safe package final class PublicKey: @unchecked Sendable {
  /// The signature scheme of the key.
  private enum Scheme {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 §8.2).
    case rsa(bytes: Int)
    /// ECDSA on P-256 with SHA-256, signatures as `r || s` (RFC 7518 §3.4).
    case p256
    /// RFC 8032
    case ed25519
  }

  /// The accepted sizes of RSA moduli in bits: smaller ones are weak (RFC 7518 §3.3), larger ones slow.
  package static let modulusBits = 2048...8192

  private let key: OpaquePointer
  private let scheme: Scheme

  private init(_ key: OpaquePointer, _ scheme: Scheme) {
    unsafe self.key = unsafe key
    self.scheme = scheme
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// Creates an RSA key for RS256.
  /// - Parameters:
  ///   - modulus: big-endian.
  ///   - exponent: big-endian, odd, at least 3, at most 64 bits.
  package static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(PublicKeyError) -> PublicKey {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    let bits = modulus.isEmpty ? 0 : modulus.count * 8 - modulus[0].leadingZeroBitCount
    guard modulusBits.contains(bits), let last = modulus.last, last & 1 == 1 else { throw .modulusRefused(bits: bits) }
    guard exponent.count <= 8, let low = exponent.last, low & 1 == 1, exponent != [1] else { throw .exponentRefused }
    guard let key = unsafe hearth_rsa_public_key(modulus, modulus.count, exponent, exponent.count) else {
      throw .notAKey
    }
    return unsafe PublicKey(key, .rsa(bytes: modulus.count))
  }

  /// Creates a P-256 key for ES256. - Parameters x, y: the coordinates of the point, 32 bytes each.
  package static func p256(x: [UInt8], y: [UInt8]) throws(PublicKeyError) -> PublicKey {
    guard x.count == 32, y.count == 32 else { throw .notAKey }
    let point = [0x04] + x + y
    guard let key = unsafe hearth_p256_public_key(point, point.count) else { throw .notAKey }
    return unsafe PublicKey(key, .p256)
  }

  /// Creates an Ed25519 key. A point of small order is refused, because signatures under it can be forged.
  /// - Parameter bytes: the encoded point (RFC 8032 §5.1.2), 32 bytes.
  package static func ed25519(_ bytes: [UInt8]) throws(PublicKeyError) -> PublicKey {
    guard bytes.count == 32, !Ed25519Point.isSmall(bytes),
      let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
    else { throw .notAKey }
    return unsafe PublicKey(key, .ed25519)
  }

  /// Whether `signature` is a valid signature of `message`.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch scheme {
    case .rsa(let bytes): signature.count == bytes && (unsafe check(signature, message, digest: EVP_sha256()))
    case .p256: ECDSASignature.der(signature).map { unsafe check($0, message, digest: EVP_sha256()) } ?? false
    case .ed25519: signature.count == 64 && (unsafe check(signature, message, digest: nil))
    }
  }

  private func check(_ signature: [UInt8], _ message: [UInt8], digest: OpaquePointer?) -> Bool {
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    guard unsafe EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1 else { return false }
    return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

/// The reason for which a public key is refused.
package enum PublicKeyError: Error, Equatable, Sendable {
  /// Not of 2048 to 8192 bits, or even.
  case modulusRefused(bits: Int)
  /// Even, 1, or longer than 64 bits.
  case exponentRefused
  /// Wrong lengths, or a point that is not on the curve.
  case notAKey
}

/// The two forms of an ECDSA signature on P-256.
enum ECDSASignature {
  /// Turns `r || s`, 32 bytes each, into the DER that OpenSSL reads (RFC 3279 §2.2.3).
  /// - Returns: nil for another length, and if a half is zero.
  static func der(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64, let r = integer(raw[..<32]), let s = integer(raw[32...]) else { return nil }
    return [0x30, UInt8(r.count + s.count)] + r + s
  }

  private static func integer(_ half: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = half.drop { $0 == 0 }
    guard let first = digits.first else { return nil }
    let padding: [UInt8] = first & 0x80 == 0 ? [] : [0]
    return [0x02, UInt8(digits.count + padding.count)] + padding + digits
  }
}
