import API
import HTTPCodec
import HTTPServer
import TestSupport
import Testing
import WebSocketCodec

@Suite struct BasePathTests {
  @Test(arguments: [
    ("", ""), ("/", ""), ("/hearth", "/hearth"), ("/hearth/", "/hearth"), ("/a/b-c_d.e~f", "/a/b-c_d.e~f"),
  ])
  func reads(text: String, base: String) {
    #expect(BasePath(text)?.text == base)
  }

  @Test(arguments: [
    "hearth", "//", "/a//b", "/a b", "/ä", "/a?b", "/%61", "/a/../b", "/.", "/a/..", "/²", "/a/{id}", "/a#b", "/a//",
  ])
  func refuses(text: String) {
    #expect(BasePath(text) == nil)
  }

  private static let routes = [
    Route("GET", "/", authentication: .none) { request in .text(request.path) },
    Route("GET", "/path/{name}", authentication: .none) { request in
      .text(request.path + "|" + request.parameter("name"))
    },
    Route("GET", "/hearth", authentication: .none) { _ in .text("the route") },
  ]

  @Test func servesOnlyPathsBelowTheBasePath() async throws {
    var http = HTTPConfiguration()
    http.basePath = try #require(BasePath("/apps/hearth"))
    let sockets = [SocketRoute("/socket", EchoEndpoint())]
    try await withServer(routes: Self.routes, sockets: sockets, http: http) { port in
      let client = try HTTPTestClient(port: port)
      let rows: [(String, Int, String?)] = [
        ("/apps/hearth", 200, "/"), ("/apps/hearth/", 200, "/"), ("/apps/hearth/path/x", 200, "/path/x|x"),
        ("/apps/hearth/path/a%2Fb", 200, "/path/a/b|a/b"), ("/apps/%68earth/path/x", 200, "/path/x|x"),
        ("http://h/apps/hearth/path/x?q=1", 200, "/path/x|x"), ("/apps/hearth/hearth", 200, "the route"),
        ("/", 404, nil), ("/path/x", 404, nil), ("/hearth", 404, nil), ("/apps", 404, nil), ("/apps/hearthy", 404, nil),
        ("/apps/hearth2/path/x", 404, nil), ("/APPS/hearth", 404, nil), ("/apps%2Fhearth/path/x", 404, nil),
        ("//apps/hearth", 404, nil), ("/apps//hearth", 404, nil), ("/*", 404, nil), ("/socket", 404, nil),
        ("/apps/hearth/path/x/", 200, "/path/x|x"),
      ]
      for (target, status, text) in rows {
        let answer = try client.request("GET", target)
        #expect(answer.status == status, "\(target)")
        if let text { #expect(answer.text == text, "\(target)") }
        #expect(answer.keepsAlive, "\(target)")
      }
      #expect(try client.request("OPTIONS", "*").status == 204)
      let socket = try WebSocketTestClient.connect(port: port, "/apps/hearth/socket")
      try socket.send(text: "x")
      #expect(try socket.receive() == .text([0x78]))
      guard case .refused(let answer) = try WebSocketTestClient.open(port: port, "/socket") else {
        Issue.record("a socket outside the base path")
        return
      }
      #expect(answer.status == 404)
    }
  }
}
