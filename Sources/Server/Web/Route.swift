import HTTPCodec

/// One REST route: what it matches and what answers it.
///
/// A class, because each request hands its route around, and a value of this size is copied part by part.
package final class Route: Sendable {
  /// Who may call a route.
  package enum Access: Sendable, Equatable {
    /// Everybody.
    case open
    /// The bearer of a valid access token; `Request.identity` is set.
    case account
  }

  package typealias Handler = @Sendable (Request) async throws -> Response

  package let method: String
  /// The path with parameters in braces (`/api/v1/meal-logs/{id}`). One trailing slash more or less is the same route;
  /// literal segments win over parameters.
  package let template: String
  package let access: Access
  package let handler: Handler
  /// Answers without waiting for anything; nil where `handler` may wait.
  package let immediate: (@Sendable (Request) throws -> Response)?
  /// The answer to each request where it is always the same.
  let prepared: PreparedResponse?

  package init(_ method: String, _ template: String, access: Access = .account, handler: @escaping Handler) {
    self.method = method
    self.template = template
    self.access = access
    self.handler = handler
    immediate = nil
    prepared = nil
  }

  /// A route for everybody whose answer needs no waiting: it takes no part in the scheduling of tasks.
  package init(
    _ method: String, _ template: String, immediately handler: @escaping @Sendable (Request) throws -> Response
  ) {
    self.method = method
    self.template = template
    access = .open
    self.handler = { try handler($0) }
    immediate = handler
    prepared = nil
  }

  /// A route for everybody with one answer to all requests: its head is made once.
  /// - Parameter response: with content, which is not streamed.
  package init(_ method: String, _ template: String, always response: Response) {
    self.method = method
    self.template = template
    access = .open
    handler = { _ in response }
    immediate = { _ in response }
    prepared = PreparedResponse(status: response.status, fields: response.fields, body: response.body)
  }

  /// A route that shares neither itself nor its prepared answer with `other`.
  init(copying other: Route) {
    method = other.method
    template = other.template
    access = other.access
    handler = other.handler
    immediate = other.immediate
    prepared = other.prepared.map { PreparedResponse(copying: $0) }
  }
}

/// One socket route.
package struct SocketRoute: Sendable {
  package var template: String
  package var endpoint: any WebSocketEndpoint

  package init(_ template: String, _ endpoint: any WebSocketEndpoint) {
    self.template = template
    self.endpoint = endpoint
  }
}
