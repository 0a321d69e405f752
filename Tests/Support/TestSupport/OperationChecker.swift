package import API

/// Compares responses with the operations of the routes that sent them.
package struct OperationChecker: Sendable {
  private let router: Router

  /// - Throws: `DuplicateRoute` if two routes match the same requests.
  package init(_ routes: [Route]) throws { router = try Router(routes: routes, sockets: []) }

  /// The differences between a response and the declaration of its operation; empty if there are none, or if no route
  /// matches the request.
  /// - Parameter target: with the query. Nothing in its path is percent-encoded except segments that are parameters.
  package func violations(_ method: String, _ target: String, _ response: WireResponse) -> [String] {
    let path = String(target.prefix { $0 != "?" })
    guard case .route(let route, _) = router.match(method: method, path: path), !route.operation.id.isEmpty else {
      return []
    }
    let mediaType = response["Content-Type"].map { String($0.prefix { $0 != ";" }) }
    return route.operation.violations(status: response.status, mediaType: mediaType, body: response.body)
  }
}
