package import HTTPServer

/// Lets pages of allowed origins read responses (Fetch standard, CORS protocol): answers preflights, and adds the fields
/// to the responses of routes.
package struct CORS: RoutingMiddleware, ResponseMiddleware {
  private let rules: OriginRules

  /// Applies `rules`, which may be replaced while the server runs.
  package init(_ rules: OriginRules) { self.rules = rules }

  /// With listed origins every response depends on the origin of its request.
  package var examinesConstantResponses: Bool { rules.namesReaders }

  /// Answers a preflight, unless its page comes from this server.
  package func answer(_ request: Request) -> (response: Response, template: String)? {
    guard request.method == "OPTIONS" else { return nil }
    return rules.preflightResponse(request).map { ($0, "preflight") }
  }

  /// Browsers do not apply CORS to WebSockets (RFC 6455 §10.2).
  package func decorate(_ response: inout Response, for request: Request, _ context: RequestContext) {
    if case .socket = context.destination { return }
    rules.decorate(&response, request)
  }
}
