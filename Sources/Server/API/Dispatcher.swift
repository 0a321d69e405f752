package import HTTPServer
package import Logging
import Runtime

/// Answers requests: finds the route, passes the request through the middleware to the handler, and the response back.
///
/// A class, because every request would copy a value of this size. Any thread; a request stays on its loop.
package final class Dispatcher: RequestHandler {
  private let router: Router
  private let middleware: MiddlewarePhases
  private let errors: ErrorResponder
  private let socketPaths: SocketPaths

  /// Creates a dispatcher.
  /// - Parameters:
  ///   - middleware: outermost first, as in ``MiddlewareChain``.
  ///   - explain: the problem that clients receive for an error of another type; nil for 500 without detail.
  ///   - basePath: precedes the socket paths that a 404 suggests.
  ///   - logger: receives failed requests.
  package init(
    router: Router, middleware: [any Middleware], explain: @escaping @Sendable (any Error) -> Problem? = { _ in nil },
    basePath: BasePath = BasePath(), logger: Logger
  ) {
    self.router = router
    self.middleware = MiddlewarePhases(middleware)
    errors = ErrorResponder(explain: explain, logger: logger)
    socketPaths = SocketPaths(templates: router.socketTemplates, basePath: basePath)
  }

  /// Answers one request. See ``RequestHandler``.
  package func dispatch(
    _ request: consuming Request, segments: [String]?
  ) async -> (outcome: RequestOutcome, template: String) {
    if let (response, template) = middleware.answer(request) { return (.respond(response), template) }
    if request.method == "OPTIONS", request.path == "/*" {
      // The request target `*` asks about the server as a whole (RFC 9110 §9.3.7).
      return (respond(.noContent, request), "*")
    }
    let match =
      segments.map { router.match(method: request.method, segments: $0) }
      ?? router.match(method: request.method, path: request.path)
    switch match {
    case .notFound: return (respond(socketPaths.notFound(request).response, request), "unmatched")
    case .methodNotAllowed(let allowed, let template):
      return (respond(Self.methodNotAllowed(request, allowed), request), template)
    case .route(let route, let parameters):
      request.parameters = parameters
      return (await answer(&request, route), route.template)
    case .socket(let route, let parameters):
      request.parameters = parameters
      return (await accept(&request, route), route.template)
    }
  }

  /// Answers a request of a route that never waits.
  /// - Returns: nil if a member of the chain has to wait, which only `dispatch` can do.
  private func answerNow(_ request: borrowing Request, _ route: Route) -> Response? {
    guard let handler = route.synchronousHandler else { return nil }
    var context = RequestContext(.route(route))
    do {
      guard try middleware.handleNow(request, &context) else { return nil }
      return decorated(try handler(request), request, context)
    } catch {
      return decorated(errors.response(to: error, request), request, context)
    }
  }

  /// Whether any route streams the content of its requests.
  package var streamsRequests: Bool { router.streamsRequests }

  /// The body policy of the route that matches. See ``RequestHandler``.
  package func bodyPolicy(of request: Request, segments: [String]?) -> BodyPolicy {
    let match =
      segments.map { router.match(method: request.method, segments: $0) }
      ?? router.match(method: request.method, path: request.path)
    guard case .route(let route, _) = match, let maxBytes = route.maxStreamedBytes else { return .collected }
    return .streamed(maxBytes: maxBytes)
  }

  /// The routes whose handlers never wait.
  package func makeSynchronousRoutes() -> [SynchronousRoute] {
    router.synchronousRoutes.map { route in
      SynchronousRoute(route.method, route.template, constant: route.constantResponse) { self.answerNow($0, route) }
    }
  }

  /// Whether no member of the chain examines the request of a constant response.
  package var sendsConstantResponses: Bool { middleware.sendsConstantResponses }

  /// The error envelope of a refusal.
  package func response(to refusal: RequestRefusal) -> Response { Problem(refusal).response }

  /// The closure with the handler is queued on the loop again, behind the requests that wait: a loop that reads and
  /// authenticates many of them before it calls their handlers needs less time for each (docs/decisions/0033).
  private func answer(_ request: inout Request, _ route: Route) async -> RequestOutcome {
    var context = RequestContext(.route(route))
    do {
      try await middleware.handle(&request, &context)
      let share = ClientShare.client(request.identity?.userID ?? request.remoteAddress)
      let authorized = request
      let response = try await ClientShare.$current.withValue(share) {
        try await route.handler(authorized)
      }
      return .respond(decorated(response, request, context))
    } catch {
      return .respond(decorated(errors.response(to: error, request), request, context))
    }
  }

  private func accept(_ request: inout Request, _ route: SocketRoute) async -> RequestOutcome {
    var context = RequestContext(.socket)
    do {
      try await middleware.handle(&request, &context)
      guard let refusal = try await route.endpoint.refusal(of: request) else {
        return .upgrade(route.endpoint, request)
      }
      return .respond(decorated(refusal, request, context))
    } catch {
      return .respond(decorated(errors.response(to: error, request), request, context))
    }
  }

  private func respond(_ response: consuming Response, _ request: Request) -> RequestOutcome {
    .respond(decorated(response, request, RequestContext(.none)))
  }

  private func decorated(_ response: consuming Response, _ request: Request, _ context: RequestContext) -> Response {
    middleware.decorate(&response, for: request, context)
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
