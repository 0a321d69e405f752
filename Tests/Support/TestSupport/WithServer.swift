package import API
package import HTTPServer

/// Runs `body` with a client of a new server in this process, and stops the server afterwards, also if `body` throws.
///
///     try await withServer(routes: [Route("GET", "/a") { _ in .text("a") }]) { client in
///       #expect(try client.request("GET", "/a").text == "a")
///     }
///
/// - Parameter body: runs on a thread of its own, so it may block.
package func withServer<Value: Sendable>(
  routes: [Route] = [], sockets: [SocketRoute] = [], authenticator: (any Authenticator)? = nil,
  http: HTTPConfiguration = HTTPConfiguration(), webSocket: WebSocketConfiguration = WebSocketConfiguration(),
  cors: CORSPolicy = CORSPolicy(), _ body: @escaping @Sendable (TestClient) async throws -> Value
) async throws -> Value {
  let server = try await TestServer(
    routes: routes, sockets: sockets, authenticator: authenticator, http: http, webSocket: webSocket, cors: cors)
  return try await withFixture(server) { server in
    let client = server.client
    return try await runBlocking { try await body(client) }
  }
}

/// Runs `body` with a new process of the built program, and kills the process afterwards, also if `body` throws.
///
///     try await withHearth { server in
///       let admin = try server.signIn()
///       #expect(try admin.request("GET", "/api/v1/users/me").status == 200)
///     }
///
/// - Parameters:
///   - environment, arguments, folder: see ``ServerProcess``.
///   - body: runs on a thread of its own, so it may block.
package func withHearth<Value: Sendable>(
  _ environment: [String: String] = [:], arguments: [String] = ["--dev"], folder: TemporaryFolder? = nil,
  _ body: @escaping @Sendable (ServerProcess) async throws -> Value
) async throws -> Value {
  try await runBlocking {
    let server = try ServerProcess(folder: folder, arguments: arguments, environment: environment)
    return try await body(server)
  }
}
