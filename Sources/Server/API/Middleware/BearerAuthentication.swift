package import HTTPServer

/// Verifies the access token of the `Authorization` field (RFC 6750) and sets `Request.identity`. The one place that checks
/// the role of `Route.Authentication.admin`.
///
/// Sockets authenticate themselves, because most clients cannot send fields with an upgrade.
package struct BearerAuthentication: AsyncRequestMiddleware {
  private let authenticator: any Authenticator

  /// Verifies tokens with `authenticator`.
  package init(_ authenticator: any Authenticator) { self.authenticator = authenticator }

  /// False: requests with an `Authorization` field never get a response without examination.
  package var examinesConstantResponses: Bool { false }

  /// True if the route requires a token or the request has credentials.
  package func isNeeded(for request: borrowing Request, _ context: RequestContext) -> Bool {
    guard case .route(let route) = context.destination else { return false }
    return route.authentication.requiresToken || request.hasField("Authorization")
  }

  /// - Throws: `Problem` 401 if the route requires a token and there is no valid one, 403 if it requires another role, or
  ///   an error of the storage.
  package func handle(_ request: inout Request, _ context: inout RequestContext) async throws {
    guard case .route(let route) = context.destination else { return }
    let requiresToken = route.authentication.requiresToken
    guard let token = BearerToken.of(request) else {
      if requiresToken { throw Problem.unauthorized() }
      return
    }
    switch try await authenticator.decide(token) {
    case .identity(let identity):
      if route.authentication == .admin, try await !authenticator.isAdmin(userID: identity.userID) {
        throw Problem.adminOnly
      }
      request.identity = identity
    case .refused(let problem): if requiresToken { throw problem }
    }
  }
}

extension Request {
  /// The identity of an authenticated request. - Throws: `Problem` 401 if there is none.
  package func requireIdentity() throws -> Identity {
    guard let identity else { throw Problem.unauthorized() }
    return identity
  }
}
