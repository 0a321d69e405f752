import Crypto
package import HTTPServer

/// Requires a valid `X-API-Key` for `/api/v1`, with the consultation sockets below it, and for `/ws/consultation`
/// (docs/api/README.md#api-keys). Other paths need no key.
package struct APIKey: RequestMiddleware {
  /// Digests, so that the comparison takes the same time for keys of every length.
  private let digests: [[UInt8]]

  /// - Parameter keys: as clients send them; empty ones are ignored.
  /// - Returns: nil if there is no key, and the field is ignored.
  package init?(keys: [String]) {
    digests = keys.filter { !$0.isEmpty }.map { SHA256.digest(Array($0.utf8)) }
    if digests.isEmpty { return nil }
  }

  /// - Throws: `Problem` 401 `INVALID_API_KEY` if the path requires a key and the request has no valid one.
  package func handle(_ request: Request, _ context: inout RequestContext) throws {
    guard Self.isRequired(for: request.path) else { return }
    let digest = SHA256.digest(Array((request.field("X-API-Key") ?? "").utf8))
    var isValid = false
    // No early return: the time must not depend on how much of a key matches.
    for known in digests where ConstantTime.equal(known, digest) { isValid = true }
    guard isValid else {
      throw Problem.unauthorized(code: "INVALID_API_KEY", "A valid API key is required in X-API-Key.")
    }
  }

  private static func isRequired(for path: String) -> Bool {
    // Bytes: a combining mark behind a slash is one character with it.
    let isEndpoint = path.utf8.starts(with: "/api/v1/".utf8)
    return isEndpoint || path == "/ws/consultation" || path == "/ws/consultation/"
  }
}
