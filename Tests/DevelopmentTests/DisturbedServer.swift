import API
import HTTPServer
import JSONCodec
import TestSupport
import Testing

@testable import Development

/// A server whose traffic is recorded and disturbed, as with `--dev` but without the gate of its routes.
struct DisturbedServer: Sendable {
  let client: TestClient
  let inspector: TrafficInspector

  var port: UInt16 { client.port }

  /// Creates a fault. - Returns: its id.
  @discardableResult
  func fault(_ members: JSONValue) throws -> Int {
    let response = try client.request("POST", "/dev/faults", members)
    #expect(response.status == 201, "\(response.text)")
    return Int(try #require(response.json?["id"]?.integerValue))
  }

  /// The traffic so far. The first call starts the recording.
  func traffic(_ query: String = "after=0&limit=500") throws -> [JSONValue] {
    let response = try client.request("GET", "/dev/traffic?" + query)
    #expect(response.status == 200, "\(response.text)")
    let mediaType = response["Content-Type"]
    #expect(
      TrafficOperations.list.violations(status: response.status, mediaType: mediaType, body: response.body) == [])
    return try #require(response.json?["items"]?.arrayValue)
  }

  /// Waits until `isTrue`, for at most ten seconds.
  func wait(until isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(10)
    while try !isTrue() {
      guard ContinuousClock.now < end else { throw WireError.timedOut(what: "condition", received: "") }
    }
  }
}

/// Runs blocking client code with a new server.
func withDisturbedServer(
  routes: [Route] = [], sockets: [SocketRoute] = [], http: HTTPConfiguration = HTTPConfiguration(),
  webSocket: WebSocketConfiguration = WebSocketConfiguration(),
  _ body: @escaping @Sendable (DisturbedServer) throws -> Void
) async throws {
  let clock = ManualClock()
  let inspector = TrafficInspector(environment: clock.environment, basePath: "")
  let server = try await TestServer(
    routes: routes + inspector.tool.routes, sockets: sockets, http: http, webSocket: webSocket, clock: clock,
    interceptor: inspector)
  try await withFixture(server) { server in
    let disturbed = DisturbedServer(client: server.client, inspector: inspector)
    try await runBlocking { try body(disturbed) }
  }
}

/// Sends every message back, without a task.
struct EchoEndpoint: ConversationalEndpoint {
  func refusal(of request: Request) async throws -> Response? { nil }

  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
    Conversation(session)
  }

  private final class Conversation: WebSocketConversation {
    private let session: WebSocketSession

    init(_ session: WebSocketSession) { self.session = session }

    func handleSync(_ event: SessionEvent) -> Bool {
      guard case .message(let bytes, let isBinary) = event else { return true }
      return session.sendSync(bytes, isBinary: isBinary)
    }

    func handle(_ event: SessionEvent) async { _ = handleSync(event) }

    func closed() async {}
  }
}
