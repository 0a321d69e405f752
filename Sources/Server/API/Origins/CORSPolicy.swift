import HTTPServer

/// Cross-origin access for REST (Fetch standard, CORS protocol).
package struct CORSPolicy: Sendable {
  /// Origins whose pages may read responses. If there are none, responses have no CORS fields.
  package let allowed: AllowedOrigins

  /// Allows the origins of `allowed`.
  package init(_ allowed: AllowedOrigins) { self.allowed = allowed }

  /// Allows the listed origins, or all for `*`.
  package init(allowedOrigins: [String] = []) { self.init(AllowedOrigins(allowedOrigins)) }

  /// Whether the request is a CORS preflight (Fetch standard, CORS-preflight request).
  static func isPreflight(_ request: Request) -> Bool {
    request.method == "OPTIONS" && request.hasField("Access-Control-Request-Method")
      && request.hasField("Origin")
  }

  func allows(_ request: Request) -> Bool { allowedOrigin(request) != nil }

  func preflightResponse(_ request: Request) -> Response {
    var response = Response(
      status: 204,
      fields: [
        ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE"),
        ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Request-ID"),
        ("Access-Control-Max-Age", "600"),
      ])
    decorate(&response, request)
    return response
  }

  private static let exposedFields =
    "Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Has-More, X-Request-ID"

  /// Adds the fields of an actual response.
  func decorate(_ response: inout Response, _ request: Request) {
    let hasOrigin = request.hasField("Origin")
    // A cache must not serve this response to another origin. Pages in development need no cache.
    guard allowed.isListed || hasOrigin && allowed.allowsLoopback else { return }
    if !allowed.allowsAll { response.fields.append(("Vary", "Origin")) }
    guard let origin = allowedOrigin(request) else { return }
    response.fields.append(("Access-Control-Allow-Origin", allowed.allowsAll ? "*" : origin))
    response.fields.append(("Access-Control-Expose-Headers", Self.exposedFields))
  }

  private func allowedOrigin(_ request: Request) -> String? {
    guard let origin = request.field("Origin") else { return nil }
    return allowed.allows(origin) ? origin : nil
  }
}
