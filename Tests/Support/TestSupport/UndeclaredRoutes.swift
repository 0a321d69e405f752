package import API
package import HTTPServer

/// Routes of tests, of whose operations only the router's part is declared.
extension Route {
  /// Creates a route whose handler may wait.
  package convenience init(
    _ method: String, _ template: String, authentication: Authentication, handler: @escaping Handler
  ) {
    self.init(.undeclared(method, template, authentication), handler: handler)
  }

  /// Creates a route without authentication whose handler never waits.
  package static func synchronous(
    _ method: String, _ template: String, handler: @escaping @Sendable (Request) throws -> Response
  ) -> Route { synchronous(.undeclared(method, template, .none), handler: handler) }

  /// Creates a route without authentication that answers with `response`.
  package static func constant(_ method: String, _ template: String, _ response: Response) -> Route {
    constant(.undeclared(method, template, .none), response)
  }
}

extension Operation {
  fileprivate static func undeclared(_ method: String, _ path: String, _ authentication: Route.Authentication)
    -> Operation
  {
    Operation("", method, path, authentication: authentication, tag: "", "", responses: [])
  }
}
