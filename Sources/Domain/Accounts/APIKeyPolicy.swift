import API
import Bytes
import Crypto
package import HTTPServer

/// The rule for `X-API-Key`: the requests that need a key, and the valid keys (docs/api/README.md#api-key).
///
/// Keys guard `/api/v1` (with the consultation sockets under it) and `/ws/consultation`, never other addresses. Without
/// any key configured the field is ignored.
package struct APIKeyPolicy: Sendable {
  /// Digests, so that comparing takes as long for keys of every length.
  private let digests: [[UInt8]]

  /// - Parameter keys: as clients send them in `X-API-Key`; empty ones count for nothing.
  package init(keys: [String]) {
    digests = keys.filter { !$0.isEmpty }.map { SHA256.digest(Array($0.utf8)) }
  }

  /// The checks that the dispatcher runs for every request; none if no key is configured.
  package var guards: [@Sendable (Request) throws -> Void] { digests.isEmpty ? [] : [check] }

  /// - Throws: `Problem` 401 `INVALID_API_KEY` where a key is needed and the request has none or a wrong one.
  package func check(_ request: Request) throws {
    guard !digests.isEmpty, Self.isGuarded(request.path) else { return }
    let digest = SHA256.digest(Array((request.field("X-API-Key") ?? "").utf8))
    var isGood = false
    // No early return: the time must not depend on how much of a key matches.
    for known in digests where ConstantTime.equal(known, digest) { isGood = true }
    guard isGood else {
      throw Problem.unauthorized(code: "INVALID_API_KEY", "A valid API key is required in X-API-Key.")
    }
  }

  static func isGuarded(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return path.hasPrefix("/api/v1/") || path == "/ws/consultation"
  }
}
