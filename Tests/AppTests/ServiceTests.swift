import App
import Glibc
import Runtime
import TestSupport
import Testing

/// The built binary as a service manager sees it.
@Suite struct ServiceTests {
  @Test func tellsThatItListensLivesAndEnds() async throws {
    try await offPool {
      let folder = try TemporaryFolder()
      let socket = try NotifySocket(in: folder)
      let server = try ServerProcess(
        folder: folder, environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "400000"])
      // The first message of all: nothing is said before it listens.
      #expect(try socket.receive().first == "READY=1")
      #expect(try HTTPTestClient(port: server.port).request("GET", "/ready").status == 200)
      for _ in 0..<3 { #expect(try socket.receive() == ["WATCHDOG=1"]) }
      server.send(signal: SIGTERM)
      #expect(try socket.receive("STOPPING=1").contains("EXTEND_TIMEOUT_USEC=16000000"))
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func watchdogFallsSilentWhereALoopHangs() async throws {
    let group = try EventLoopGroup(count: 2)
    let folder = try TemporaryFolder()
    let socket = try NotifySocket(in: folder)
    let watchdog = Watchdog(
      loops: group.loops, notifier: ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name]))
    await watchdog.look()
    #expect(try socket.receive() == ["WATCHDOG=1"])
    let hold = Locked(true)
    group.loops[1].spawn { _ in while hold.withLock({ $0 }) { sched_yield() } }
    let look = Task { await watchdog.look() }
    #expect(throws: WireError.self) { try socket.receive(within: .milliseconds(300)) }
    hold.withLock { $0 = false }
    await look.value
    #expect(try socket.receive() == ["WATCHDOG=1"])
    group.stopAndJoin()
  }
}
