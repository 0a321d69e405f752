import API
import Dispatch
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

/// A connection with many requests beside one with a single request, on one loop.
@Suite struct FairnessTests {
  /// The clients that a loop served, in order. The loop is blocked until both have sent their requests.
  private final class Loop: Sendable {
    private let order = Locked<[String]>([])
    private let isHeld = Gate()
    private let release = DispatchSemaphore(value: 0)

    func served(_ name: String) { order.withLock { $0.append(name) } }

    /// On the loop's thread.
    func hold() {
      isHeld.open()
      release.wait()
    }

    /// The clients served during `body`. - Parameter body: calls the given closure after it has sent its requests.
    func order(_ port: UInt16, _ body: (_ sent: () -> Void) throws -> Void) async throws -> [String] {
      order.withLock { $0 = [] }
      let holder = try HTTPTestClient(port: port)
      try holder.send("GET", "/hold")
      await isHeld.passed()
      try body { release.signal() }
      #expect(try holder.readResponse().status == 200)
      return order.withLock { $0 }
    }
  }

  private func withServer(_ body: @escaping @Sendable (Loop, UInt16) async throws -> Void) async throws {
    let loop = Loop()
    let routes = [
      Route.synchronous(
        "GET", "/hold",
        handler: { _ in
          loop.hold()
          return .text("")
        }),
      Route.synchronous(
        "GET", "/now",
        handler: { request in
          loop.served(request.queryValue("by") ?? "")
          return .text("")
        }),
      Route("GET", "/task", authentication: .none) { request in
        loop.served(request.queryValue("by") ?? "")
        return .text("")
      },
    ]
    try await withFixture(
      try await TestServer(
        routes: routes, sockets: [SocketRoute("/told", Endpoint(loop: loop))], loops: 1)
    ) { server in
      try await body(loop, server.port)
    }
  }

  @Test(arguments: ["/now", "/task"]) func manyRequestsInOneReadDoNotHoldUpOne(_ path: String) async throws {
    try await withServer { loop, port in
      let (many, one) = (try HTTPTestClient(port: port), try HTTPTestClient(port: port))
      for client in [many, one] { #expect(try client.request("GET", path).status == 200) }
      // All of them in one read, and their answers below what may wait for the peer.
      let count = 300
      let order = try await loop.order(port) { sent in
        try many.send(raw: String(repeating: "GET \(path)?by=many HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
        try one.send("GET", path + "?by=one")
        sent()
        #expect(try one.readResponse().status == 200)
        for _ in 0..<count { #expect(try many.readResponse().status == 200) }
      }
      #expect(order.count == count + 1)
      #expect(try #require(order.firstIndex(of: "one")) < count)
      // And on the same connection as if nothing had been.
      #expect(try many.request("GET", path).status == 200)
    }
  }

  @Test(arguments: ["quick", "slow"]) func manyMessagesInOneReadDoNotHoldUpOne(_ kind: String) async throws {
    try await withServer { loop, port in
      let many = try WebSocketTestClient.connect(port: port, "/told")
      let one = try WebSocketTestClient.connect(port: port, "/told")
      for client in [many, one] {
        try client.send(text: kind)
        #expect(try client.receiveText() == kind)
      }
      let count = 2000
      let order = try await loop.order(port) { sent in
        let message = FrameEncoder.text(Array((kind + "many").utf8), mask: 7)
        try many.send(raw: Array(repeatElement(message, count: count).joined()))
        try one.send(text: kind + "one")
        sent()
        #expect(try one.receiveText() == kind + "one")
        for _ in 0..<count { #expect(try many.receiveText() == kind + "many") }
      }
      #expect(order.count == count + 1)
      #expect(try #require(order.firstIndex(of: kind + "one")) < count)
    }
  }

  /// Sends every message back; one that begins with "slow" needs a task.
  private struct Endpoint: ConversationalEndpoint {
    let loop: Loop

    func refusal(of request: Request) async throws -> Response? { nil }

    func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
      Conversation(session, loop)
    }
  }

  private final class Conversation: WebSocketConversation {
    private let session: WebSocketSession
    private let loop: Loop

    init(_ session: WebSocketSession, _ loop: Loop) {
      self.session = session
      self.loop = loop
    }

    func handleSync(_ event: SessionEvent) -> Bool {
      guard case .message(let bytes, _) = event, bytes.starts(with: "quick".utf8) else { return false }
      loop.served(String(decoding: bytes, as: UTF8.self))
      return session.sendSync(bytes, isBinary: false)
    }

    func handle(_ event: SessionEvent) async {
      guard case .message(let bytes, _) = event else { return }
      loop.served(String(decoding: bytes, as: UTF8.self))
      await session.send(bytes)
    }

    func closed() async {}
  }
}
