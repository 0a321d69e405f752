import API
import HTTPServer
import Runtime
import TestSupport
import Testing

/// Every response has an id, is counted and logged, whatever produced it.
@Suite struct TransportMiddlewareTests {
  private struct OnePiece: BodySource {
    var isSent = false

    mutating func next() async throws -> [UInt8]? {
      defer { isSent = true }
      return isSent ? nil : [97]
    }
  }

  private static let routes = [
    Route("GET", "/route", authentication: .none) { _ in .noContent },
    Route.constant("GET", "/constant", .text("constant")),
    Route.synchronous("GET", "/now", handler: { _ in throw Problem.forbidden("Not now.") }),
    Route("GET", "/stream", authentication: .none) { _ in .streamed(OnePiece(), contentType: "text/plain") },
  ]

  /// Request, status, the route in the metrics, method and path in the log.
  private static let rows: [(request: String, status: Int, template: String, logged: String)] = [
    ("GET /route HTTP/1.1\r\nHost: x\r\n\r\n", 204, "/route", "GET /route"),
    ("GET /constant HTTP/1.1\r\nHost: x\r\n\r\n", 200, "/constant", "GET /constant"),
    ("GET /now HTTP/1.1\r\nHost: x\r\n\r\n", 403, "/now", "GET /now"),
    ("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", 200, "/stream", "GET /stream"),
    ("GET /nothing?token=x HTTP/1.1\r\nHost: x\r\n\r\n", 404, "unmatched", "GET /nothing"),
    ("PUT /route HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405, "/route", "PUT /route"),
    (
      "OPTIONS /route HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nAccess-Control-Request-Method: GET\r\n\r\n", 204,
      "/route", "OPTIONS /route"
    ),
    (
      "OPTIONS /route HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\nAccess-Control-Request-Method: GET\r\n\r\n", 403,
      "preflight", "OPTIONS /route"
    ),
    ("GET /socket HTTP/1.1\r\nHost: x\r\n\r\n", 426, "/socket", "GET /socket"),
    (
      "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", 101, "/socket", "GET /socket"
    ),
    ("NONSENSE\r\n\r\n", 400, "malformed", "- -"),
  ]

  @Test(arguments: rows.indices)
  func seesEveryResponse(_ index: Int) async throws {
    let row = Self.rows[index]
    let recorder = Recorder()
    let server = try await TestServer(
      routes: Self.routes, sockets: [SocketRoute("/socket", EchoEndpoint())], accessLog: recorder, metrics: recorder)
    let port = server.port
    let id: String? = try await runBlocking {
      let client = try HTTPTestClient(port: port)
      try client.send(raw: row.request)
      let response = try client.readResponse()
      #expect(response.status == row.status)
      return response["X-Request-ID"]
    }
    await server.stop()
    // The ids are those of the responses, but for 101, whose fields the handshake determines.
    let records = recorder.records.withLock { $0 }
    let record = try #require(records.first)
    #expect(records.count == 1 && record.line == "\(row.logged) \(row.status)")
    #expect(row.status == 101 ? id == nil && !record.id.isEmpty : id == record.id)
    #expect(recorder.counts.withLock { $0 } == ["\(row.template) \(row.status)": 1])
  }

  /// Records what the transport reports.
  private final class Recorder: AccessLog, ServerMetrics {
    let records = Locked<[(id: String, line: String)]>([])
    let counts = Locked<[String: Int]>([:])

    var isOn: Bool { true }

    func append(_ record: borrowing AccessRecord, to lines: inout [UInt8]) {
      let (id, line) = (record.requestID, "\(record.method) \(record.path) \(record.status)")
      records.withLock { $0.append((id, line)) }
    }

    func write(_ lines: [UInt8], count: Int) {}

    func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64]) {
      counts.withLock { $0["\(template) \(status)", default: 0] += nanoseconds.count }
    }

    func refused(_ refusal: ConnectionRefusal) {}
  }
}
