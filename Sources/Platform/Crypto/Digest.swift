import COpenSSL

/// SHA-1 (FIPS 180-4), only for the WebSocket handshake, which does not depend on its strength.
package enum SHA1 {
  /// Returns the digest, 20 bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] { unsafe Digest.compute(EVP_sha1(), bytes) }
}

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// Returns the digest, 32 bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] { unsafe Digest.compute(EVP_sha256(), bytes) }
}

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// Returns the authentication code, 32 bytes.
  package static func authenticate(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let mac = unsafe HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &result, &length)
    precondition(unsafe mac != nil && length == 32, "OpenSSL cannot compute HMAC-SHA-256")
    return result
  }
}

/// Comparison in constant time, against timing attacks.
package enum ConstantTime {
  /// Whether two byte strings are equal. The time depends on the length only.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
  }
}

enum Digest {
  static func compute(_ algorithm: OpaquePointer?, _ bytes: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    let done = unsafe EVP_Digest(bytes, bytes.count, &result, &length, algorithm, nil)
    // It fails only if OpenSSL is broken; without digests no operation of the process is secure.
    precondition(done == 1, "OpenSSL cannot compute a digest")
    return Array(result.prefix(Int(length)))
  }
}
