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

  private final class Node: @unchecked Sendable {
    var literals: [String: Node] = [:]
    var parameter: (name: String, node: Node)?
    var routes: [String: Route] = [:]
    var socket: SocketRoute?
  }

  private let root: Node

  /// The later of two routes with the same method and template wins.
  package init(routes: [Route], sockets: [SocketRoute]) {
    let root = Node()
    for route in routes { Self.node(for: route.template, under: root).routes[route.method] = route }
    for socket in sockets { Self.node(for: socket.template, under: root).socket = socket }
    self.root = root
  }

  /// - Parameter segments: the decoded path segments, without an empty last one.
  package func match(method: String, segments: [String]) -> Match {
    var parameters: [String: String] = [:]
    guard let node = find(segments[...], under: root, &parameters) else { return .notFound }
    if let socket = node.socket {
      return method == "GET"
        ? .socket(socket, parameters: parameters)
        : .methodNotAllowed(allowed: ["GET"], template: socket.template)
    }
    if let route = node.routes[method] ?? (method == "HEAD" ? node.routes["GET"] : nil) {
      return .route(route, parameters: parameters)
    }
    var allowed = Set(node.routes.keys)
    if allowed.contains("GET") { allowed.insert("HEAD") }
    allowed.insert("OPTIONS")
    return .methodNotAllowed(allowed: allowed.sorted(), template: node.routes.first?.value.template ?? "")
  }

  private func find(_ segments: ArraySlice<String>, under node: Node, _ parameters: inout [String: String]) -> Node? {
    guard let first = segments.first else {
      return node.routes.isEmpty && node.socket == nil ? nil : node
    }
    if let literal = node.literals[first], let found = find(segments.dropFirst(), under: literal, &parameters) {
      return found
    }
    guard let (name, next) = node.parameter, !first.isEmpty,
      let found = find(segments.dropFirst(), under: next, &parameters)
    else { return nil }
    parameters[name] = first
    return found
  }

  private static func node(for template: String, under root: Node) -> Node {
    var node = root
    for segment in template.split(separator: "/") {
      if segment.hasPrefix("{"), segment.hasSuffix("}") {
        let next = node.parameter?.node ?? Node()
        node.parameter = (String(segment.dropFirst().dropLast()), next)
        node = next
      } else {
        let next = node.literals[String(segment)] ?? Node()
        node.literals[String(segment)] = next
        node = next
      }
    }
    return node
  }
}
