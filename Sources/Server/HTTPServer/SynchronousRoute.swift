import HTTPCodec

/// A route of a path without parameters that is answered without a task. Each loop has objects of its own.
package final class SynchronousRoute: Sendable {
  /// The method token, in upper case.
  let method: String
  /// The path, without a trailing slash. Metrics use it as the template.
  let path: String
  /// The encoded response, if every request gets the same one.
  let constant: PreparedResponse?
  /// Answers a request without waiting; nil if the request needs a task.
  let respond: @Sendable (borrowing Request) -> Response?

  /// Creates a route.
  /// - Parameters:
  ///   - constant: the response to every request, if there is one. It has content and is not streamed.
  ///   - respond: answers a request without waiting; nil if the request needs a task.
  package init(
    _ method: String, _ path: String, constant: Response?, respond: @escaping @Sendable (borrowing Request) -> Response?
  ) {
    self.method = method
    self.path = path
    self.constant = constant.map {
      PreparedResponse(status: $0.status, fields: $0.fields.map { $0 }, body: $0.body.map { $0 })
    }
    self.respond = respond
  }

  /// Creates a route with the method, the path and the constant response of another one.
  init(like route: SynchronousRoute, respond: @escaping @Sendable (borrowing Request) -> Response?) {
    method = route.method
    path = route.path
    constant = route.constant
    self.respond = respond
  }
}
