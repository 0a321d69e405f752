package import HTTPServer
package import Logging
import Runtime

/// Answers requests: finds the route, applies the policies, calls the handler, and turns errors into responses.
///
/// A class, because every request would copy a value of this size. Any thread; a request stays on its loop.
package final class Dispatcher: RequestHandler {
  /// The routes and sockets.
  package let router: Router
  /// Verifies access tokens.
  package let authenticator: any Authenticator
  /// The origins whose pages may read responses and open sockets.
  package let origins: OriginRules
  /// Checks of every request that matches a route, before authentication (API keys). A thrown error refuses the request.
  package let guards: [@Sendable (Request) throws -> Void]
  /// Limits requests of users that change something; nil if they are not limited.
  package let writes: (any WriteLimiter)?
  /// The problem that clients receive for an error of another type; nil for 500 without detail.
  package let explain: @Sendable (any Error) -> Problem?
  /// Receives failed requests and refused origins.
  package let logger: Logger
  private let failures = FailureLog()
  private let socketPaths: SocketPaths

  /// Creates a dispatcher.
  /// - Parameters:
  ///   - basePath: precedes the socket paths that a 404 suggests.
  package init(
    router: Router, authenticator: any Authenticator, cors: CORSPolicy = CORSPolicy(),
    origins: OriginPolicy = OriginPolicy(), guards: [@Sendable (Request) throws -> Void] = [],
    writes: (any WriteLimiter)? = nil, explain: @escaping @Sendable (any Error) -> Problem? = { _ in nil },
    basePath: BasePath = BasePath(), logger: Logger
  ) {
    self.router = router
    self.authenticator = authenticator
    self.origins = OriginRules(cors: cors, sockets: origins, logger: logger)
    self.guards = guards
    self.writes = writes
    self.explain = explain
    self.logger = logger
    socketPaths = SocketPaths(templates: router.socketTemplates, basePath: basePath)
  }

  /// Answers one request. See ``RequestHandler``.
  package func dispatch(
    _ request: consuming Request, segments: [String]?
  ) async -> (outcome: RequestOutcome, template: String) {
    if request.method == "OPTIONS", let response = origins.preflightResponse(request) {
      return (.respond(response), "preflight")
    }
    if request.method == "OPTIONS", request.path == "/*" {
      // The request target `*` asks about the server as a whole (RFC 9110 §9.3.7).
      return (.respond(finish(.noContent, request)), "*")
    }
    let match =
      segments.map { router.match(method: request.method, segments: $0) }
      ?? router.match(method: request.method, path: request.path)
    switch match {
    case .notFound:
      return (.respond(finish(socketPaths.notFound(request).response, request)), "unmatched")
    case .methodNotAllowed(let allowed, let template):
      return (.respond(finish(Self.methodNotAllowed(request, allowed), request)), template)
    case .route(let route, let parameters):
      request.parameters = parameters
      return (.respond(finish(await answer(&request, route), request)), route.template)
    case .socket(let route, let parameters):
      request.parameters = parameters
      return (await admit(request, route), route.template)
    }
  }

  /// Answers a request of a route that never waits.
  /// - Returns: nil if the request has credentials, which only `dispatch` can verify.
  private func answerNow(_ request: borrowing Request, _ route: Route) -> Response? {
    guard let handler = route.synchronousHandler, request.field("Authorization") == nil else { return nil }
    do {
      for check in guards { try check(request) }
      return finish(try handler(request), request)
    } catch {
      return finish(response(to: error, request), request)
    }
  }

  /// The routes whose handlers never wait.
  package func makeSynchronousRoutes() -> [SynchronousRoute] {
    router.synchronousRoutes.map { route in
      SynchronousRoute(route.method, route.template, constant: route.constantResponse) { self.answerNow($0, route) }
    }
  }

  /// Guards examine the request, and with allowed origins every response depends on its request.
  package var sendsConstantResponses: Bool { guards.isEmpty && !origins.namesReaders }

  /// The error envelope of a refusal.
  package func response(to refusal: RequestRefusal) -> Response {
    Problem(status: refusal.status, code: refusal.code, message: refusal.message, fields: refusal.fields).response
  }

  /// - Parameter isolation: of the caller. The closure below must capture it: without it the closure leaves the loop's
  ///   executor and comes back, which costs every request another loop iteration.
  private func answer(
    _ request: inout Request, _ route: Route, isolation: isolated (any Actor)? = #isolation
  ) async -> Response {
    var limit: RateLimit?
    do {
      for check in guards { try check(request) }
      if let token = BearerToken.of(request) {
        switch try await authenticator.decide(token) {
        case .identity(let identity): request.identity = identity
        case .refused(let problem): if route.authentication.requiresToken { throw problem }
        }
      }
      if route.authentication.requiresToken {
        limit = countWrite(request.method, of: try request.requireIdentity())
        if let limit, limit.isExceeded { throw limit.problem }
      }
      let share = ClientShare.client(request.identity?.userID ?? request.remoteAddress)
      let answered = request
      let response = try await ClientShare.$current.withValue(share) {
        _ = isolation
        return try await route.handler(answered)
      }
      return limit?.adding(to: response) ?? response
    } catch {
      let response = response(to: error, request)
      return limit?.adding(to: response) ?? response
    }
  }

  /// Counts a request that may change something. Logins and logouts are not counted: their routes require no token and
  /// have limits of their own.
  private func countWrite(_ method: String, of identity: Identity) -> RateLimit? {
    guard let writes else { return nil }
    switch method {
    case "POST", "PUT", "PATCH", "DELETE": return writes.take(userID: identity.userID)
    default: return nil
    }
  }

  private func admit(_ request: Request, _ route: SocketRoute) async -> RequestOutcome {
    do {
      for check in guards { try check(request) }
      try origins.checkSocket(request)
      if let refusal = try await route.endpoint.refusal(of: request) { return .respond(refusal) }
      return .upgrade(route.endpoint, request)
    } catch {
      return .respond(response(to: error, request))
    }
  }

  private func response(to error: any Error, _ request: Request) -> Response {
    if let problem = error as? Problem { return problem.response }
    let known = explain(error)
    // A full disk fails every request, so failures are logged at a bounded rate.
    if let count = known == nil ? 1 : failures.count(at: .now) {
      logger.error(
        "request failed",
        metadata: [
          "request_id": "\(request.id)",
          "error": "\(LogRedaction.redacted(String(String(reflecting: error).prefix(500))))",
          "requests": "\(count)",
        ])
    }
    var problem =
      known
      ?? Problem(
        status: 500, code: "INTERNAL_ERROR", message: "Something went wrong on the server. Please try again.")
    problem.details["request_id"] = request.id
    return problem.response
  }

  private func finish(_ response: consuming Response, _ request: Request) -> Response {
    origins.decorate(&response, request)
    return response
  }

  private static func methodNotAllowed(_ request: Request, _ allowed: [String]) -> Response {
    let allow = allowed.joined(separator: ", ")
    if request.method == "OPTIONS" { return Response(status: 204, fields: [("Allow", allow)]) }
    return Problem(
      status: 405, code: "METHOD_NOT_ALLOWED", message: "Method not allowed. Allowed: \(allow).",
      fields: ["Allow": allow]
    ).response
  }
}
