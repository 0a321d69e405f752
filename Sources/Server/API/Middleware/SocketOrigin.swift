package import HTTPServer

/// Refuses WebSockets of pages whose origin is not allowed (RFC 6455 §10.2).
package struct SocketOrigin: RequestMiddleware {
  private let rules: OriginRules

  /// Applies `rules`, which may be replaced while the server runs.
  package init(_ rules: OriginRules) { self.rules = rules }

  /// Routes are not affected.
  package var scope: RequestScope { .sockets }

  /// False: routes are not affected.
  package var examinesConstantResponses: Bool { false }

  /// - Throws: `Problem` 403 that says which setting allows the origin.
  package func handle(_ request: Request, _ context: inout RequestContext) throws {
    try rules.checkSocket(request)
  }
}
