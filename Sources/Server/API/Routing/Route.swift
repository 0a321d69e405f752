package import HTTPServer

/// One REST route: the requests that it matches, the credentials that it requires, and the handler.
///
/// A class, because every request refers to its route, and copying a value of this size costs more than a reference.
package final class Route: Sendable {
  /// The credentials that a route requires. Every route states them.
  package enum Authentication: Sendable, Equatable {
    /// None. A valid access token still sets `Request.identity`.
    case none
    /// None, but the response depends on `Request.identity`, which a valid access token sets.
    case optionalBearer
    /// A valid access token (RFC 6750). `Request.identity` is set.
    case bearer
    /// A valid access token of an account with the role `admin`. The handler checks the role, which tokens do not contain.
    case admin

    /// Whether a request without a valid access token is refused.
    package var requiresToken: Bool {
      switch self {
      case .none, .optionalBearer: false
      case .bearer, .admin: true
      }
    }
  }

  /// Answers a request. Called on the loop of the request's connection. A `Problem` becomes the response that it describes.
  package typealias Handler = @Sendable (Request) async throws -> Response

  /// The method token (RFC 9110 §9.1), in upper case.
  package let method: String
  /// The path with parameters in braces (`/api/v1/meal-logs/{id}`). A trailing slash makes no difference, and a literal
  /// segment has priority over a parameter.
  package let template: String
  /// The required credentials.
  package let authentication: Authentication
  /// Answers a request. For every kind of route.
  package let handler: Handler
  /// The same as `handler`, for a route that never waits; nil if it may wait.
  let synchronousHandler: (@Sendable (Request) throws -> Response)?
  /// The response of a route that answers every request with the same one; else nil.
  let constantResponse: Response?

  private init(
    _ method: String, _ template: String, authentication: Authentication, handler: @escaping Handler,
    synchronousHandler: (@Sendable (Request) throws -> Response)?, constantResponse: Response?
  ) {
    self.method = method
    self.template = template
    self.authentication = authentication
    self.handler = handler
    self.synchronousHandler = synchronousHandler
    self.constantResponse = constantResponse
  }

  /// Creates a route whose handler may wait.
  package convenience init(
    _ method: String, _ template: String, authentication: Authentication, handler: @escaping Handler
  ) {
    self.init(
      method, template, authentication: authentication, handler: handler, synchronousHandler: nil,
      constantResponse: nil)
  }

  /// Creates a route without authentication whose handler never waits.
  ///
  /// A function and not another initialiser: overload resolution would choose by the body of a trailing closure.
  package static func synchronous(
    _ method: String, _ template: String, handler: @escaping @Sendable (Request) throws -> Response
  ) -> Route {
    Route(
      method, template, authentication: .none, handler: { try handler($0) }, synchronousHandler: handler,
      constantResponse: nil)
  }

  /// Creates a route without authentication that answers every request with `response`.
  /// - Parameter response: has content and is not streamed.
  package static func constant(_ method: String, _ template: String, _ response: Response) -> Route {
    Route(
      method, template, authentication: .none, handler: { _ in response }, synchronousHandler: { _ in response },
      constantResponse: response)
  }
}

/// One WebSocket route.
package struct SocketRoute: Sendable {
  /// The path with parameters in braces.
  package var template: String
  /// Accepts and serves the connections.
  package var endpoint: any WebSocketEndpoint

  /// Creates the route of an endpoint.
  package init(_ template: String, _ endpoint: any WebSocketEndpoint) {
    self.template = template
    self.endpoint = endpoint
  }
}
