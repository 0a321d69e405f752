import API
import HTTPServer
import TestSupport
import Testing

@Suite struct RouterTests {
  private let router: Router

  init() throws {
    router = try Router(
      routes: [
        ("GET", "/"), ("GET", "/a"), ("POST", "/a"), ("GET", "/a/{id}"), ("DELETE", "/a/{id}"), ("GET", "/a/{name}/b"),
        ("GET", "/a/fixed"), ("GET", "/a/fixed/{x}/{y}"), ("POST", "/only-post/"), ("GET", "/a/{name}/b/{id}"),
      ].map { Route($0.0, $0.1, authentication: .bearer) { _ in .noContent } },
      sockets: [SocketRoute("/ws/{room}", ClosingEndpoint())])
  }

  private func describe(_ method: String, _ segments: [String]) -> String {
    switch router.match(method: method, segments: segments) {
    case .route(let route, let parameters):
      let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([route.method, route.template] + list).joined(separator: " ")
    case .socket(let route, let parameters): return "socket \(route.template) \(parameters)"
    case .methodNotAllowed(let allowed, let template): return "405 \(template) \(allowed.joined(separator: ","))"
    case .notFound: return "404"
    }
  }

  @Test(
    arguments: [
      ("GET", [], "GET /"),
      ("GET", ["a"], "GET /a"),
      ("HEAD", ["a"], "GET /a"),
      ("POST", ["a"], "POST /a"),
      ("GET", ["a", "7"], "GET /a/{id} id=7"),
      ("GET", ["a", "x/y"], "GET /a/{id} id=x/y"),
      ("GET", ["a", "fixed"], "GET /a/fixed"),
      ("GET", ["a", "7", "b"], "GET /a/{name}/b name=7"),
      ("GET", ["a", "7", "b", "9"], "GET /a/{name}/b/{id} id=9 name=7"),
      // A literal that leads nowhere does not hide the parameter beside it.
      ("GET", ["a", "fixed", "b"], "GET /a/{name}/b name=fixed"),
      ("GET", ["a", "fixed", "1", "2"], "GET /a/fixed/{x}/{y} x=1 y=2"),
      ("POST", ["only-post"], "POST /only-post/"),
      ("GET", ["ws", "1"], "socket /ws/{room} [\"room\": \"1\"]"),
      ("POST", ["ws", "1"], "405 /ws/{room} GET"),
      ("HEAD", ["ws", "1"], "405 /ws/{room} GET"),
      ("PUT", ["a"], "405 /a GET,HEAD,OPTIONS,POST"),
      ("get", ["a"], "405 /a GET,HEAD,OPTIONS,POST"),
      ("HEAD", ["only-post"], "405 /only-post/ OPTIONS,POST"),
      ("OPTIONS", ["a", "7"], "405 /a/{id} DELETE,GET,HEAD,OPTIONS"),
      ("GET", ["b"], "404"),
      ("GET", ["A"], "404"),
      ("GET", ["a", ""], "404"),
      ("GET", ["a", "7\0"], "404"),
      ("GET", ["a", "7", "c"], "404"),
      ("GET", ["a", "7", "b", "8", "9"], "404"),
      ("GET", ["ws"], "404"),
      ("GET", ["a", "{id}", "{x}"], "404"),
    ] as [(String, [String], String)])
  func findsTheRoute(_ method: String, _ segments: [String], _ expected: String) {
    let found = describe(method, segments)
    // Which of a path's templates names it in a 405 does not matter where they are equal.
    #expect(found == expected)
  }

  @Test(
    arguments: [
      ("GET", "/x", "/x", true), ("GET", "/x", "/x/", true), ("GET", "/x/{a}", "/x/{b}", true),
      ("GET", "/x/{a}/y", "/x/{b}/y/", true), ("GET", "/x/{a}", "/x/fixed", false), ("GET", "/x", "/X", false),
      ("DELETE", "/x", "/x", false), ("HEAD", "/x", "/x", false),
    ] as [(String, String, String, Bool)])
  func refusesTwoRoutesOfTheSameMethodAndPath(
    _ method: String, _ first: String, _ second: String, _ isDuplicate: Bool
  ) {
    let routes = [("GET", first), (method, second)].map { method, template in
      Route(method, template, authentication: .bearer) { _ in .noContent }
    }
    let error = isDuplicate ? DuplicateRoute(method: method, template: second, other: first) : nil
    #expect(Self.error(routes: routes) == error)
  }

  @Test func refusesTwoSocketsOrASocketAndARouteOfTheSamePath() {
    let socket = SocketRoute("/ws/{room}", ClosingEndpoint())
    let route = Route("POST", "/ws/{id}", authentication: .bearer) { _ in .noContent }
    let other = SocketRoute("/ws/{name}", ClosingEndpoint())
    #expect(
      Self.error(sockets: [socket, other]) == DuplicateRoute(method: "GET", template: "/ws/{name}", other: "/ws/{room}")
    )
    #expect(
      Self.error(routes: [route], sockets: [socket])
        == DuplicateRoute(method: "GET", template: "/ws/{room}", other: "/ws/{id}"))
  }

  private static func error(routes: [Route] = [], sockets: [SocketRoute] = []) -> DuplicateRoute? {
    do throws(DuplicateRoute) {
      _ = try Router(routes: routes, sockets: sockets)
      return nil
    } catch {
      return error
    }
  }
}
