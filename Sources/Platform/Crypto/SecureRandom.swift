import Bytes
import COpenSSL

/// Cryptographically random bytes from OpenSSL's generator, which is seeded by the kernel.
package enum SecureRandom {
  /// Returns `count` random bytes; none for a negative count.
  package static func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: max(0, count))
    // Predictable keys would be worse than a crash.
    precondition(unsafe RAND_bytes(&result, Int32(clamping: result.count)) == 1, "OpenSSL has no randomness")
    return result
  }

  /// Returns a new version 4 UUID (RFC 9562 §5.4) in lower case.
  package static func uuid() -> String {
    var bytes = bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return Hex.uuid(bytes)
  }
}
