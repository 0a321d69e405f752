import API
import HTTPServer
import TestSupport

/// Runs blocking client code with the port of a server in this process.
func withServer(
  routes: [Route] = [], sockets: [SocketRoute] = [], http: HTTPConfiguration = HTTPConfiguration(),
  webSocket: WebSocketConfiguration = WebSocketConfiguration(), cors: CORSPolicy = CORSPolicy(),
  _ body: @escaping @Sendable (UInt16) throws -> Void
) async throws {
  try await TestSupport.withServer(routes: routes, sockets: sockets, http: http, webSocket: webSocket, cors: cors) {
    try body($0.port)
  }
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
