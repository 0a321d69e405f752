/// Finds the route of a method and path.
///
/// Paths are compared segment by segment after percent-decoding. A trailing slash makes no difference. A literal segment
/// has priority over a parameter.
package struct Router: Sendable {
  /// The result of a look-up.
  package enum Match: Sendable {
    /// A REST route, with the path parameters by name.
    case route(Route, parameters: [String: String])
    /// A WebSocket route, with the path parameters by name.
    case socket(SocketRoute, parameters: [String: String])
    /// The path exists with other methods.
    case methodNotAllowed(allowed: [String], template: String)
    /// The path does not exist.
    case notFound
  }

  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    /// The node after a parameter segment: none or one.
    var parameter: [Node] = []
    var endpoint: Endpoint?
  }

  /// The routes of one path.
  private struct Endpoint: Sendable {
    /// Few, so a linear search is faster than a dictionary.
    var routes: [Route] = []
    var socket: SocketRoute?

    func route(_ method: String) -> Route? { routes.first { $0.method == method } }
  }

  /// A reference to an endpoint: a look-up must not copy it.
  private final class SharedEndpoint: Sendable {
    let endpoint: Endpoint

    init(_ endpoint: Endpoint) { self.endpoint = endpoint }
  }

  private var root = Node()
  /// The endpoints of templates without parameters, by path: most requests need no walk through the tree.
  private var literalPaths: [String: SharedEndpoint] = [:]
  /// The routes of literal paths whose handlers never wait, by exact path.
  private(set) var synchronousRoutes: [Route] = []
  let socketTemplates: [String]
  /// Whether any route streams the content of its requests.
  let streamsRequests: Bool

  /// Creates a router.
  /// - Throws: `DuplicateRoute` if two routes have the same method and path, or a socket shares its path with a route.
  package init(routes: [Route], sockets: [SocketRoute]) throws(DuplicateRoute) {
    socketTemplates = sockets.map(\.template)
    streamsRequests = routes.contains { $0.maxStreamedBytes != nil }
    for route in routes {
      try add(route.template) { endpoint throws(DuplicateRoute) in
        if let other = endpoint.route(route.method) {
          throw DuplicateRoute(method: route.method, template: route.template, other: other.template)
        }
        endpoint.routes.append(route)
      }
    }
    for socket in sockets {
      try add(socket.template) { endpoint throws(DuplicateRoute) in
        if let other = endpoint.socket?.template ?? endpoint.routes.first?.template {
          throw DuplicateRoute(method: "GET", template: socket.template, other: other)
        }
        endpoint.socket = socket
      }
    }
    synchronousRoutes = literalPaths.flatMap { path, shared in
      shared.endpoint.routes.filter { $0.synchronousHandler != nil && $0.template == path }
    }
  }

  /// Finds the route of a path.
  /// - Parameter path: starts with a slash, has no trailing slash (except "/" itself) and nothing percent-encoded.
  package func match(method: String, path: String) -> Match {
    if let shared = literalPaths[path] { return Self.match(method, shared.endpoint, segments: []) }
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if segments.last?.isEmpty == true { segments.removeLast() }
    return match(method: method, segments: segments.map(String.init))
  }

  /// Finds the route of a path in segments.
  /// - Parameter segments: decoded, without an empty last one.
  package func match(method: String, segments: [String]) -> Match {
    guard let endpoint = find(segments[...], under: root) else { return .notFound }
    return Self.match(method, endpoint, segments: segments)
  }

  private static func match(_ method: String, _ endpoint: Endpoint, segments: [String]) -> Match {
    if let socket = endpoint.socket {
      return method == "GET"
        ? .socket(socket, parameters: parameters(of: socket.template, in: segments))
        : .methodNotAllowed(allowed: ["GET"], template: socket.template)
    }
    if let route = endpoint.route(method) ?? (method == "HEAD" ? endpoint.route("GET") : nil) {
      return .route(route, parameters: parameters(of: route.template, in: segments))
    }
    var allowed = Set(endpoint.routes.map(\.method))
    if allowed.contains("GET") { allowed.insert("HEAD") }
    allowed.insert("OPTIONS")
    return .methodNotAllowed(allowed: allowed.sorted(), template: endpoint.routes.first?.template ?? "")
  }

  private func find(_ segments: ArraySlice<String>, under node: Node) -> Endpoint? {
    guard let first = segments.first else { return node.endpoint }
    if let literal = node.literals[first], let found = find(segments.dropFirst(), under: literal) {
      return found
    }
    // No resource has an identifier with a NUL character, which not every database can look for.
    guard let next = node.parameter.first, !first.isEmpty, !first.utf8.contains(0) else { return nil }
    return find(segments.dropFirst(), under: next)
  }

  /// The parameter names are those of the matched template: templates with the same beginning may use others.
  private static func parameters(of template: String, in segments: [String]) -> [String: String] {
    guard template.utf8.contains(UInt8(ascii: "{")) else { return [:] }
    var parameters: [String: String] = [:]
    for (piece, segment) in zip(template.split(separator: "/"), segments) {
      if let name = parameterName(piece) { parameters[name] = segment }
    }
    return parameters
  }

  private static func parameterName(_ piece: Substring) -> String? {
    piece.hasPrefix("{") && piece.hasSuffix("}") ? String(piece.dropFirst().dropLast()) : nil
  }

  private mutating func add(
    _ template: String, _ change: (inout Endpoint) throws(DuplicateRoute) -> Void
  ) throws(DuplicateRoute) {
    let segments = template.split(separator: "/")
    try Self.update(&root, segments[...], change)
    // A literal segment has priority everywhere, so no other template can match this path.
    if !segments.contains(where: { Self.parameterName($0) != nil }) {
      let path = "/" + segments.joined(separator: "/")
      var endpoint = literalPaths[path]?.endpoint ?? Endpoint()
      try change(&endpoint)
      literalPaths[path] = SharedEndpoint(endpoint)
    }
  }

  private static func update(
    _ node: inout Node, _ segments: ArraySlice<Substring>,
    _ change: (inout Endpoint) throws(DuplicateRoute) -> Void
  ) throws(DuplicateRoute) {
    guard let segment = segments.first else {
      var endpoint = node.endpoint ?? Endpoint()
      try change(&endpoint)
      node.endpoint = endpoint
      return
    }
    let rest = segments.dropFirst()
    if parameterName(segment) != nil {
      if node.parameter.isEmpty { node.parameter = [Node()] }
      try update(&node.parameter[0], rest, change)
    } else {
      try update(&node.literals[String(segment), default: Node()], rest, change)
    }
  }
}

/// Two routes that match the same requests. The server does not start.
package struct DuplicateRoute: Error, Equatable, CustomStringConvertible {
  /// The method of both.
  package var method: String
  /// The template of the later route.
  package var template: String
  /// The template of the earlier route, which may have other parameter names.
  package var other: String

  /// Creates the error of two routes.
  package init(method: String, template: String, other: String) {
    self.method = method
    self.template = template
    self.other = other
  }

  /// A sentence with method and templates.
  package var description: String {
    template == other
      ? "route \(method) \(template) is declared twice"
      : "routes \(method) \(other) and \(template) match the same path"
  }
}
