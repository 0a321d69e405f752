import Logging
import Modules
import Runtime
import Testing

@testable import App

@Suite(.timeLimit(.minutes(1))) struct ServiceStackTests {
  private struct StartFailure: Error {}

  private let events = Locked<[String]>([])
  private let log = Locked<[String]>([])

  private func makeStack() -> ServiceStack {
    let lines = log
    return ServiceStack(
      logger: Logger(label: "test") { _ in CapturedLog(lines: lines) }, minStopTime: .milliseconds(50))
  }

  private func start(_ name: String, in stack: ServiceStack, drains: Bool = false, fails: Bool = false) async throws {
    let events = events
    let record: @Sendable (String) -> Void = { event in events.withLock { $0.append(event) } }
    let drain: @Sendable (String, Duration) async -> Void = { name, _ in record("drain \(name)") }
    _ = try await stack.start(
      name,
      {
        if fails { throw StartFailure() }
        record("start \(name)")
        return name
      },
      drain: drains ? drain : nil, stop: { record("stop \($0)") })
  }

  @Test func stopsInReverseOrder() async throws {
    let stack = makeStack()
    for name in ["a", "b", "c"] { try await start(name, in: stack) }
    await stack.stop(within: .seconds(1))
    #expect(events.withLock { $0 } == ["start a", "start b", "start c", "stop c", "stop b", "stop a"])
    #expect(log.withLock { $0 }.isEmpty)
  }

  @Test func stopsStartedServicesIfALaterStartFails() async throws {
    let stack = makeStack()
    try await start("a", in: stack)
    try await start("b", in: stack)
    await #expect(throws: StartFailure.self) { try await start("c", in: stack, fails: true) }
    await stack.stop(within: .seconds(1))
    #expect(events.withLock { $0 } == ["start a", "start b", "stop b", "stop a"])
  }

  @Test func drainsAllBeforeTheFirstStop() async throws {
    let stack = makeStack()
    try await start("a", in: stack, drains: true)
    try await start("b", in: stack)
    try await start("c", in: stack, drains: true)
    await stack.stop(within: .seconds(1))
    let events = events.withLock { $0 }
    #expect(Set(events[3..<5]) == ["drain a", "drain c"])
    #expect(Array(events[5...]) == ["stop c", "stop b", "stop a"])
  }

  @Test func abandonsAServiceThatDoesNotStop() async throws {
    let stack = makeStack()
    try await start("database", in: stack)
    stack.add("hanging", (), stop: { _ in try? await Task.sleep(for: .seconds(3600)) })
    await stack.stop(within: .milliseconds(50))
    #expect(events.withLock { $0 } == ["start database", "stop database"])
    #expect(log.withLock { $0 } == ["service did not stop in time service=hanging"])
  }

  @Test func abandonsAServiceThatDoesNotDrain() async throws {
    let stack = makeStack()
    try await start("database", in: stack, drains: true)
    stack.add("hanging", (), drain: { _, _ in try? await Task.sleep(for: .seconds(3600)) })
    await stack.stop(within: .milliseconds(50))
    #expect(events.withLock { $0 } == ["start database", "drain database", "stop database"])
    #expect(log.withLock { $0 } == ["service did not drain in time service=hanging"])
  }

  @Test func stopsOnce() async throws {
    let stack = makeStack()
    try await start("a", in: stack)
    await stack.stop(within: .seconds(1))
    await stack.stop(within: .seconds(1))
    #expect(events.withLock { $0 } == ["start a", "stop a"])
  }
}

/// Collects log lines as `MESSAGE KEY=VALUE…`.
private struct CapturedLog: LogHandler {
  let lines: Locked<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = (event.metadata ?? [:]).map { " \($0.key)=\($0.value)" }.sorted().joined()
    lines.withLock { $0.append(event.message.description + fields) }
  }
}
