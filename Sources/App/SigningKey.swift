import Crypto
import Foundation

/// The key that access tokens are signed with.
enum SigningKey {
  /// The configured key, or `signing.key` in the data folder; the first start makes that, for the owner alone.
  /// - Throws: `SigningKeyError` where the file cannot be read or written, or the key is too short.
  static func load(_ settings: ServerSettings) throws -> [UInt8] {
    let configured = Array(settings.signingKey.utf8)
    if !configured.isEmpty {
      guard configured.count >= 32 else {
        throw SigningKeyError(path: "auth.signing_key", reason: "it has less than 32 bytes")
      }
      return configured
    }
    let path = settings.dataFolder + "/signing.key"
    if let data = FileManager.default.contents(atPath: path) {
      guard data.count >= 32 else { throw SigningKeyError(path: path, reason: "it has less than 32 bytes") }
      // It may have come from a backup, readable by all.
      try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return [UInt8](data)
    }
    let key = SecureRandom.bytes(32)
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(key), attributes: [.posixPermissions: 0o600])
    guard made else { throw SigningKeyError(path: path, reason: "it cannot be written") }
    return key
  }
}

/// The key file cannot be used.
struct SigningKeyError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "cannot use the signing key \(path): \(reason)" }
}
