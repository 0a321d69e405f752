import API
import HTTPCodec
import Logging
import Runtime
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1))) struct ReplaceableHandlerTests {
  private static let operation = Operation(
    "get", "GET", "/name", authentication: .none, tag: "Test", "Get", responses: [.content("Text.", "text/plain")])

  private static func dispatcher(_ handler: @escaping Route.Handler) throws -> Dispatcher {
    Dispatcher(
      router: try Router(routes: [Route(operation, handler: handler)], sockets: []), middleware: [],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func named(_ name: String) throws -> Dispatcher { try dispatcher { _ in .text(name) } }

  private static func body(_ handler: ReplaceableHandler) async -> String {
    let outcome = await handler.dispatch(Request(method: "GET", path: "/name"), segments: nil).outcome
    guard case .respond(let response) = outcome else { return "upgrade" }
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func requestsDuringAReplacementWaitForTheNewHandler() async throws {
    let handler = ReplaceableHandler(try Self.named("old")) { _ in false }
    #expect(await Self.body(handler) == "old")
    let number = handler.suspend()
    let new = try Self.named("new")
    async let bodies = withTaskGroup { group in
      for _ in 0..<20 { group.addTask { await Self.body(handler) } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(await handler.drained(number, within: .seconds(5)))
    handler.resume(with: new)
    #expect(await bodies == ["new"])
    #expect(await Self.body(handler) == "new")
  }

  @Test func drainedWaitsForRequestsInProgress() async throws {
    let gate = Locked<CheckedContinuation<Void, Never>?>(nil)
    let handler = ReplaceableHandler(
      try Self.dispatcher { _ in
        await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
        return .text("old")
      }
    ) { _ in false }
    async let slow = Self.body(handler)
    try await waitUntil { gate.withLock { $0 != nil } }
    let number = handler.suspend()
    #expect(await !handler.drained(number, within: .milliseconds(20)))
    gate.withLock { $0 }?.resume()
    #expect(await handler.drained(number, within: .seconds(5)))
    #expect(await slow == "old")
    handler.resume(with: try Self.named("new"))
  }

  @Test func drainedDoesNotWaitForExemptRequests() async throws {
    let gate = Locked<CheckedContinuation<Void, Never>?>(nil)
    let handler = ReplaceableHandler(
      try Self.dispatcher { _ in
        await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
        return .text("done")
      }
    ) { $0 == "/name" }
    async let exempt = Self.body(handler)
    try await waitUntil { gate.withLock { $0 != nil } }
    #expect(await handler.drained(handler.suspend(), within: .zero))
    handler.resume(with: try Self.named("new"))
    gate.withLock { $0 }?.resume()
    #expect(await exempt == "done")
  }

  @Test func synchronousRoutesFollowTheReplacement() throws {
    func routes(_ name: String) throws -> Dispatcher {
      Dispatcher(
        router: try Router(routes: [.synchronous(Self.operation) { _ in .text(name) }], sockets: []), middleware: [],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    let handler = ReplaceableHandler(try routes("old")) { _ in false }
    let route = try #require(handler.makeSynchronousRoutes().first)
    let request = Request(method: "GET", path: "/name")
    func body() -> String? { route.respond(request).map { String(decoding: $0.body, as: UTF8.self) } }
    #expect(body() == "old")
    _ = handler.suspend()
    #expect(body() == nil)
    handler.resume(with: try routes("new"))
    #expect(body() == "new")
  }
}
