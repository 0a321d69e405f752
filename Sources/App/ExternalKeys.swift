import Crypto
import JWT
import Logging

/// The public keys of another issuer, whose tokens are accepted in addition to the server's own.
enum ExternalKeys {
  struct Loaded {
    var tokens: ExternalTokens
    /// The digest of the file and of the required claims.
    var digest: [UInt8]
  }

  /// - Returns: nil if `auth.jwk_set_file` is not set.
  /// - Throws: `ExternalKeysError` if the file cannot be used.
  static func load(_ settings: ServerSettings, logger: Logger? = nil) throws(ExternalKeysError) -> Loaded? {
    let path = settings.jwkSetFile
    guard !path.isEmpty else { return nil }
    let data: [UInt8]
    do throws(FileError) { data = try FileContents.read(path) } catch {
      throw ExternalKeysError(path: path, reason: error.reason)
    }
    let keys: JWKSet
    do throws(JWKSetError) { keys = try JWKSet(parsing: data) } catch {
      throw ExternalKeysError(path: path, reason: error.description)
    }
    for key in keys.ignored { logger?.warning("a key of the JWK set is not used", metadata: ["key": "\(key)"]) }
    let tokens = ExternalTokens(
      keys: keys, issuer: settings.jwkIssuer.isEmpty ? nil : settings.jwkIssuer,
      audience: settings.jwkAudience.isEmpty ? nil : settings.jwkAudience)
    let words = Array("\(settings.jwkIssuer)\n\(settings.jwkAudience)".utf8)
    return Loaded(tokens: tokens, digest: SHA256.digest(SHA256.digest(data) + words))
  }
}

/// The JWK set cannot be used.
struct ExternalKeysError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "cannot use the JWK set \(path): \(reason)" }
}
