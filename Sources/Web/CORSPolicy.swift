/// Cross-origin access for REST (Fetch standard, CORS protocol).
package struct CORSPolicy: Sendable {
  /// Origins that may read answers (`https://app.example`), or `*` for all. Empty: no CORS fields at all.
  package var allowedOrigins: Set<String>

  package init(allowedOrigins: [String] = []) {
    self.allowedOrigins = Set(allowedOrigins.map { $0.lowercased() })
  }

  func isPreflight(_ request: Request) -> Bool {
    request.method == "OPTIONS" && request.field("Access-Control-Request-Method") != nil
      && allowedOrigin(request) != nil
  }

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

  /// Adds the fields of an actual response.
  func decorate(_ response: inout Response, _ request: Request) {
    guard !allowedOrigins.isEmpty else { return }
    if !allowedOrigins.contains("*") { response.fields.append(("Vary", "Origin")) }
    guard let origin = allowedOrigin(request) else { return }
    response.fields.append(("Access-Control-Allow-Origin", allowedOrigins.contains("*") ? "*" : origin))
    response.fields.append(("Access-Control-Expose-Headers", "Retry-After, X-Request-ID"))
  }

  private func allowedOrigin(_ request: Request) -> String? {
    guard let origin = request.field("Origin") else { return nil }
    return allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased()) ? origin : nil
  }
}
