package import HTTPServer

/// Limits the requests of each user that may change something, and reports the limit in the response.
package struct WriteLimiting: RequestMiddleware {
  private let limiter: any WriteLimiter

  /// Counts with `limiter`.
  package init(_ limiter: any WriteLimiter) { self.limiter = limiter }

  /// Sockets change nothing by being opened.
  package var scope: RequestScope { .routes }

  /// False: constant responses change nothing.
  package var examinesConstantResponses: Bool { false }

  /// Logins and logouts are not counted: their routes require no token and have limits of their own.
  /// - Throws: `Problem` 429 if the request exceeds the limit.
  package func handle(_ request: Request, _ context: inout RequestContext) throws {
    guard case .route(let route) = context.destination, route.authentication.requiresToken else { return }
    switch request.method {
    case "POST", "PUT", "PATCH", "DELETE": break
    default: return
    }
    let limit = limiter.take(userID: try request.requireIdentity().userID)
    context.responseFields += limit.fields
    if limit.isExceeded { throw limit.problem }
  }
}
