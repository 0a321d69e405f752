/// Finds the route of a method and path.
///
/// Paths are compared segment by segment after percent-decoding; one trailing slash makes no difference. Where both
/// match, a literal segment wins over a parameter.
package struct Router: Sendable {
  /// What a look-up found.
  package enum Match: Sendable {
    case route(Route, parameters: [String: String])
    case socket(SocketRoute, parameters: [String: String])
    /// The path exists, with other methods.
    case methodNotAllowed(allowed: [String], template: String)
    case notFound
  }

  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    /// The node behind a parameter segment: none or one.
    var parameter: [Node] = []
    var endpoint: Endpoint?
  }

  /// What stands at a path.
  private struct Endpoint: Sendable {
    /// Few: a walk beats a table.
    var routes: [Route] = []
    var socket: SocketRoute?

    func route(_ method: String) -> Route? { routes.first { $0.method == method } }
  }

  /// Keeps an endpoint from being copied with each request.
  private final class Found: Sendable {
    let endpoint: Endpoint

    init(_ endpoint: Endpoint) { self.endpoint = endpoint }
  }

  private var root = Node()
  /// The endpoints of templates without parameters, by their paths: most requests need no walk.
  private var literalPaths: [String: Found] = [:]
  /// Those that answer without waiting, by their paths. Few: a walk beats a table.
  private(set) var immediateRoutes: [Route] = []
  let socketTemplates: [String]

  /// The later of two routes with the same method and template wins.
  package init(routes: [Route], sockets: [SocketRoute]) {
    socketTemplates = sockets.map(\.template)
    for route in routes {
      add(route.template) { endpoint in
        endpoint.routes.removeAll { $0.method == route.method }
        endpoint.routes.append(route)
      }
    }
    for socket in sockets {
      add(socket.template) { $0.socket = socket }
    }
    immediateRoutes = literalPaths.flatMap { path, found in
      found.endpoint.routes.filter { $0.immediate != nil && $0.template == path && found.endpoint.socket == nil }
    }
  }

  /// - Parameter path: starts with a slash, ends with none (but "/" itself), with nothing percent-encoded.
  package func match(method: String, path: String) -> Match {
    if let found = literalPaths[path] { return Self.match(method, found.endpoint, segments: []) }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return match(method: method, segments: path == "/" ? [] : segments.map(String.init))
  }

  /// - Parameter segments: the decoded path segments, without an empty last one.
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
    guard let next = node.parameter.first, !first.isEmpty else { return nil }
    return find(segments.dropFirst(), under: next)
  }

  /// The names are those of the template that matched: others that share its beginning may call them differently.
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

  private mutating func add(_ template: String, _ change: (inout Endpoint) -> Void) {
    let segments = template.split(separator: "/")
    Self.update(&root, segments[...], change)
    // A literal wins over a parameter at each segment, so nothing else can match this path.
    if !segments.contains(where: { Self.parameterName($0) != nil }) {
      let path = "/" + segments.joined(separator: "/")
      var endpoint = literalPaths[path]?.endpoint ?? Endpoint()
      change(&endpoint)
      literalPaths[path] = Found(endpoint)
    }
  }

  private static func update(
    _ node: inout Node, _ segments: ArraySlice<Substring>, _ change: (inout Endpoint) -> Void
  ) {
    guard let segment = segments.first else {
      var endpoint = node.endpoint ?? Endpoint()
      change(&endpoint)
      node.endpoint = endpoint
      return
    }
    let rest = segments.dropFirst()
    if parameterName(segment) != nil {
      if node.parameter.isEmpty { node.parameter = [Node()] }
      update(&node.parameter[0], rest, change)
    } else {
      update(&node.literals[String(segment), default: Node()], rest, change)
    }
  }
}
