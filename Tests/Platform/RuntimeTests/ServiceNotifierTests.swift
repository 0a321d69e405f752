import Runtime
import TestSupport
import Testing

@Suite struct ServiceNotifierTests {
  @Test(arguments: [false, true])
  func sendsEachStateAsOneMessage(isAbstract: Bool) async throws {
    try await runBlocking {
      let socket = try NotifySocket(in: try TemporaryFolder(), isAbstract: isAbstract)
      let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name])
      notifier.ready("serving")
      #expect(try socket.receive() == ["READY=1", "STATUS=serving"])
      notifier.keepAlive()
      #expect(try socket.receive() == ["WATCHDOG=1"])
      notifier.reloading()
      let reloading = try socket.receive()
      #expect(reloading.first == "RELOADING=1")
      let moment = try #require(Int64(reloading.last?.dropFirst("MONOTONIC_USEC=".count) ?? ""))
      #expect(moment > 0)
      notifier.stopping(within: .milliseconds(9500))
      #expect(
        try socket.receive() == ["STOPPING=1", "STATUS=finishing requests and jobs", "EXTEND_TIMEOUT_USEC=10000000"])
    }
  }

  private static let environments: [(environment: [String: String], interval: Duration?)] = [
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(30)),
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "30000000"], .seconds(30)),
    // Intended for the parent process.
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "0"], nil),
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "-5"], nil),
    (["NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "99999999999999999999"], nil),
    (["NOTIFY_SOCKET": "/run/n"], nil),
    (["WATCHDOG_USEC": "30000000"], nil),
    (["NOTIFY_SOCKET": "vsock:2:1234", "WATCHDOG_USEC": "30000000"], nil),
  ]

  @Test(arguments: environments)
  func knowsWhetherItIsWatched(environment: [String: String], interval: Duration?) {
    #expect(ServiceNotifier(environment: environment, processID: 7).watchdogInterval == interval)
  }

  @Test(arguments: ["", "/", "/nowhere/at/all", "@", String(repeating: "/long", count: 100)])
  func ignoresAMissingReceiver(socket: String) {
    let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": socket])
    notifier.ready("serving")
    notifier.stopping(within: .seconds(Int64.max))
  }
}
