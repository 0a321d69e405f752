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
    var routes: [String: Route] = [:]
    var socket: SocketRoute?
  }

  private var root = Node()

  /// The later of two routes with the same method and template wins.
  package init(routes: [Route], sockets: [SocketRoute]) {
    for route in routes {
      Self.update(&root, route.template.split(separator: "/")[...]) { $0.routes[route.method] = route }
    }
    for socket in sockets {
      Self.update(&root, socket.template.split(separator: "/")[...]) { $0.socket = socket }
    }
  }

  /// - Parameter segments: the decoded path segments, without an empty last one.
  package func match(method: String, segments: [String]) -> Match {
    guard let node = find(segments[...], under: root) else { return .notFound }
    if let socket = node.socket {
      return method == "GET"
        ? .socket(socket, parameters: Self.parameters(of: socket.template, in: segments))
        : .methodNotAllowed(allowed: ["GET"], template: socket.template)
    }
    if let route = node.routes[method] ?? (method == "HEAD" ? node.routes["GET"] : nil) {
      return .route(route, parameters: Self.parameters(of: route.template, in: segments))
    }
    var allowed = Set(node.routes.keys)
    if allowed.contains("GET") { allowed.insert("HEAD") }
    allowed.insert("OPTIONS")
    return .methodNotAllowed(allowed: allowed.sorted(), template: node.routes.first?.value.template ?? "")
  }

  private func find(_ segments: ArraySlice<String>, under node: Node) -> Node? {
    guard let first = segments.first else {
      return node.routes.isEmpty && node.socket == nil ? nil : node
    }
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

  private static func update(_ node: inout Node, _ segments: ArraySlice<Substring>, _ change: (inout Node) -> Void) {
    guard let segment = segments.first else { return change(&node) }
    let rest = segments.dropFirst()
    if parameterName(segment) != nil {
      if node.parameter.isEmpty { node.parameter = [Node()] }
      update(&node.parameter[0], rest, change)
    } else {
      update(&node.literals[String(segment), default: Node()], rest, change)
    }
  }
}
