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
    /// A valid access token of an account with the role `admin`, which is read from the database for each request: tokens
    /// do not contain it.
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

  /// Its declaration.
  package let operation: Operation
  /// The method token (RFC 9110 §9.1), in upper case.
  package var method: String { operation.method }
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
  /// The maximum content of a request in bytes, if the handler takes it while it arrives; else nil.
  let maxStreamedBytes: Int?

  private init(
    _ operation: Operation, handler: @escaping Handler,
    synchronousHandler: (@Sendable (Request) throws -> Response)?, constantResponse: Response?,
    maxStreamedBytes: Int? = nil
  ) {
    self.operation = operation
    template = operation.path
    authentication = operation.authentication
    self.handler = handler
    self.synchronousHandler = synchronousHandler
    self.constantResponse = constantResponse
    self.maxStreamedBytes = maxStreamedBytes
  }

  /// Creates the route of an operation whose handler may wait.
  package convenience init(_ operation: Operation, handler: @escaping Handler) {
    self.init(operation, handler: handler, synchronousHandler: nil, constantResponse: nil)
  }

  /// Creates the route of an operation without authentication whose handler never waits.
  ///
  /// A function and not another initialiser: overload resolution would choose by the body of a trailing closure.
  package static func synchronous(
    _ operation: Operation, handler: @escaping @Sendable (Request) throws -> Response
  ) -> Route {
    precondition(!operation.authentication.requiresToken, "synchronous routes have no authentication")
    return Route(operation, handler: { try handler($0) }, synchronousHandler: handler, constantResponse: nil)
  }

  /// Creates the route of an operation without authentication that answers every request with `response`.
  /// - Parameter response: has content and is not streamed.
  package static func constant(_ operation: Operation, _ response: Response) -> Route {
    precondition(!operation.authentication.requiresToken, "constant routes have no authentication")
    return Route(
      operation, handler: { _ in response }, synchronousHandler: { _ in response }, constantResponse: response)
  }

  /// Creates the route of an operation whose handler takes the content while it arrives.
  ///
  /// The handler may answer before the end of the content; the connection ends then. It must not use the stream after it
  /// has returned.
  /// - Parameter maxBytes: the maximum content of a request. It replaces the limit of the server.
  package static func streaming(
    _ operation: Operation, maxBytes: Int,
    handler: @escaping @Sendable (Request, RequestBodyStream) async throws -> Response
  ) -> Route {
    Route(
      operation,
      handler: { request in
        do {
          return try await handler(request, request.stream ?? .empty)
        } catch let refusal as RequestRefusal {
          throw Problem(refusal)
        }
      }, synchronousHandler: nil, constantResponse: nil, maxStreamedBytes: maxBytes)
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
