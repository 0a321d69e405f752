import API
import HTTPServer
import TestSupport

/// Runs blocking client code against a server in this process, and stops the server also after an error.
func withServer(
  routes: [Route] = [], sockets: [SocketRoute] = [], http: HTTPConfiguration = HTTPConfiguration(),
  webSocket: WebSocketConfiguration = WebSocketConfiguration(), cors: CORSPolicy = CORSPolicy(),
  _ body: @escaping @Sendable (UInt16) throws -> Void
) async throws {
  let server = try await TestServer(routes: routes, sockets: sockets, http: http, webSocket: webSocket, cors: cors)
  let port = server.port
  let result: Result<Void, any Error>
  do {
    try await runBlocking { try body(port) }
    result = .success(())
  } catch {
    result = .failure(error)
  }
  await server.stop()
  try result.get()
}

/// Sends every message back.
struct EchoEndpoint: WebSocketEndpoint {
  func refusal(of request: Request) async throws -> Response? { nil }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    while let event = await session.next() {
      guard case .message(let bytes, let isBinary) = event else { continue }
      if isBinary { await session.sendBinary(bytes) } else { await session.send(bytes) }
    }
  }
}
