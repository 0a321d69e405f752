import Bytes
import COpenSSL

/// Password hashes with scrypt (RFC 7914), as `$scrypt$ln=15,r=8,p=1$SALT$HASH`.
///
/// A hash takes about 32 MiB and 50 to 100 ms of CPU time: call it on a dedicated thread.
package enum PasswordHash {
  /// The cost of new hashes: N = 2^15, with r = 8 and p = 1.
  package static let standardLogN: UInt64 = 15
  /// The lowest cost that ``verify(_:against:)`` accepts, for tests: a hash takes about 3 ms.
  package static let lowestLogN: UInt64 = 10
  private static let blockSize: UInt64 = 8
  private static let parallelism: UInt64 = 1

  /// Hashes a password. - Returns: nil only if OpenSSL has no memory.
  package static func make(_ password: String, salt: [UInt8], logN: UInt64 = standardLogN) -> String? {
    guard let hash = derive(password, salt: salt, logN: logN, count: 32) else { return nil }
    return text(logN, salt: salt, hash: hash)
  }

  /// A text with the cost of a real one that no password matches in practice, for accounts that do not exist.
  ///
  /// Nothing is hashed: a start would wait for it.
  package static func decoy(logN: UInt64 = standardLogN) -> String {
    text(logN, salt: SecureRandom.bytes(16), hash: SecureRandom.bytes(32))
  }

  private static func text(_ logN: UInt64, salt: [UInt8], hash: [UInt8]) -> String {
    "$scrypt$ln=\(logN),r=\(blockSize),p=\(parallelism)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
  }

  /// Whether `password` matches the hash `text`. Malformed text matches no password.
  package static func verify(_ password: String, against text: String) -> Bool {
    let parts = text.split(separator: "$")
    guard parts.count == 4, parts[0] == "scrypt", let logN = cost(parts[1]), let salt = Base64URL.decode(parts[2]),
      let expected = Base64URL.decode(parts[3]), !expected.isEmpty,
      let actual = derive(password, salt: salt, logN: logN, count: expected.count)
    else { return false }
    return ConstantTime.equal(actual, expected)
  }

  /// The value of `ln`; nil if the other parameters are not those of new hashes.
  private static func cost(_ text: Substring) -> UInt64? {
    let fields = text.split(separator: ",")
    guard fields.count == 3, fields[0].hasPrefix("ln="), fields[1] == "r=\(blockSize)", fields[2] == "p=\(parallelism)",
      let logN = UInt64(fields[0].dropFirst(3)), (lowestLogN...20).contains(logN)
    else { return nil }
    return logN
  }

  private static func derive(_ password: String, salt: [UInt8], logN: UInt64, count: Int) -> [UInt8]? {
    let secret = Array(password.utf8)
    var result = [UInt8](repeating: 0, count: count)
    let done = unsafe secret.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe EVP_PBE_scrypt(
          characters.baseAddress, characters.count, salt, salt.count, 1 << logN, blockSize, parallelism,
          256 << 20, &result, count)
      }
    }
    return done == 1 ? result : nil
  }
}
