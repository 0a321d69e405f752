package import API
package import JSONCodec
package import Realtime

/// The contract of a server in the process of the test: the declarations of its routes and sockets themselves.
package final class DeclaredContract: ServerContract {
  private let router: Router

  /// - Throws: `DuplicateRoute` if two routes match the same requests.
  package init(routes: [Route], sockets: [SocketRoute] = []) throws {
    router = try Router(routes: routes, sockets: sockets)
  }

  /// See ``ServerContract``. Routes that a test makes for itself have no declaration.
  package func violations(of response: WireResponse, to method: String, _ target: String) -> [String] {
    switch match(method, target) {
    case .route(let route, _):
      guard !route.operation.id.isEmpty else { return [] }
      if method == "HEAD" { return [] }
      let mediaType = response["Content-Type"].map { String($0.prefix { $0 != ";" }) }
      return route.operation.violations(status: response.status, mediaType: mediaType, body: response.body)
    case .socket(let socket, _):
      guard let declaration = Self.declaration(of: socket), response.status != 101 else { return [] }
      let code = response.json?["error"]?["code"]?.stringValue
      let isDeclared = declaration.handshakeErrors.contains { $0.status == response.status && $0.code == code }
      return isDeclared ? [] : ["\(declaration.path) does not declare \(response.status) \(code ?? "without a code")"]
    case .methodNotAllowed, .notFound: return []
    }
  }

  /// See ``ServerContract``.
  package func violations(
    of frame: JSONValue, _ direction: MessageDeclaration.Direction, on target: String
  ) -> [String] { declaration(target)?.violations(direction, frame) ?? [] }

  /// See ``ServerContract``.
  package func violations(ofClose code: UInt16, on target: String) -> [String] {
    guard let declaration = declaration(target), !declaration.closeCodes.contains(where: { $0.code == code }) else {
      return []
    }
    return ["\(declaration.path) does not declare the close code \(code)"]
  }

  private func declaration(_ target: String) -> EndpointDeclaration? {
    guard case .socket(let socket, _) = match("GET", target) else { return nil }
    return Self.declaration(of: socket)
  }

  private static func declaration(of socket: SocketRoute) -> EndpointDeclaration? {
    (socket.endpoint as? any RealtimeEndpoint)?.declaration
  }

  private func match(_ method: String, _ target: String) -> Router.Match {
    var path = target.prefix { $0 != "?" }
    if path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    guard path.hasPrefix("/") else { return .notFound }
    return router.match(method: method, path: String(path))
  }
}
