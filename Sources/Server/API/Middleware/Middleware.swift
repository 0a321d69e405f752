package import HTTPServer

/// A step of the chain that a request passes on its way to a handler, and the response on its way back.
///
/// A type conforms to the protocols below for the phases in which it takes part: before routing, before the handler, and
/// before the response. A request stays on the thread of its loop, and only an ``AsyncRequestMiddleware`` may wait.
package protocol Middleware: Sendable {
  /// Whether a constant response must not be sent without this member, if its request has neither `Authorization` nor
  /// `Origin`. Such responses are sent without building the request.
  var examinesConstantResponses: Bool { get }
}

extension Middleware {
  /// True, so that a new member sees every request.
  package var examinesConstantResponses: Bool { true }
}

/// A member that answers some requests itself, before they are routed.
package protocol RoutingMiddleware: Middleware {
  /// Answers a request in place of its route.
  /// - Returns: nil if the request continues. The template of the answer is its route in the metrics.
  func answer(_ request: Request) -> (response: Response, template: String)?
}

/// The requests that a member examines.
package enum RequestScope: Sendable {
  /// Requests of REST routes.
  case routes
  /// Upgrade requests of WebSocket endpoints.
  case sockets
  /// Requests of both kinds.
  case all
}

/// A member that examines the requests of routes and sockets.
package protocol RequestMiddleware: Middleware {
  /// The requests for which `handle` is called: a call costs a request some hundred instructions.
  var scope: RequestScope { get }

  /// Examines a request before its handler.
  /// - Throws: the refusal, usually a `Problem`. Later members and the handler do not see the request then.
  func handle(_ request: Request, _ context: inout RequestContext) throws
}

extension RequestMiddleware {
  /// Both, so that a new member sees every request.
  package var scope: RequestScope { .all }
}

/// A member that examines or changes requests of routes and sockets, and may wait.
package protocol AsyncRequestMiddleware: Middleware {
  /// Whether the member has work for a request. Requests that need no such member can be answered without a task.
  func isNeeded(for request: borrowing Request, _ context: RequestContext) -> Bool

  /// The same as `RequestMiddleware.handle`, for requests that need it. On the executor of the caller: a hop to another
  /// one would cost the request a loop iteration.
  func handle(_ request: inout Request, _ context: inout RequestContext) async throws
}

/// A member that changes responses.
package protocol ResponseMiddleware: Middleware {
  /// Changes a response of a route, of a refused upgrade, or of the dispatcher itself (404, 405). The last member of the
  /// chain comes first.
  func decorate(_ response: inout Response, for request: Request, _ context: RequestContext)
}

/// The result of routing and the state of one request in the middleware chain.
package struct RequestContext: Sendable {
  /// The target of a request.
  package enum Destination: Sendable {
    /// No route matches the path and the method.
    case none
    /// A REST route.
    case route(Route)
    /// A WebSocket endpoint.
    case socket
  }

  /// The target that the router found.
  package let destination: Destination
  /// Field lines for the response, also if a later member or the handler refuses the request.
  package var responseFields: [(name: String, value: String)] = []

  /// Creates the context of a routed request.
  package init(_ destination: Destination) { self.destination = destination }
}
