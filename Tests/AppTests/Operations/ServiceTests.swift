import App
import Glibc
import Runtime
import TestSupport
import Testing

/// The built binary as a service manager sees it.
@Suite struct ServiceTests {
  @Test func notifiesReadyWatchdogAndStopping() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let socket = try NotifySocket(in: folder)
      let server = try ServerProcess(
        folder: folder, environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "400000"])
      // The first message of all: nothing is said before it listens.
      let listening = "STATUS=listening on http://127.0.0.1:\(server.port)"
      #expect(try socket.receive() == ["READY=1", listening])
      #expect(try HTTPTestClient(port: server.port).request("GET", "/ready").status == 200)
      for _ in 0..<3 { #expect(try socket.receive() == ["WATCHDOG=1"]) }
      server.send(signal: SIGTERM)
      #expect(try socket.receive("STOPPING=1").contains("EXTEND_TIMEOUT_USEC=16000000"))
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func notifiesTheStartAndEndOfAReload() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let socket = try NotifySocket(in: folder)
      let server = try ServerProcess(folder: folder, environment: ["NOTIFY_SOCKET": socket.name])
      let ready = try socket.receive("READY=1")
      for _ in 0..<2 {
        server.send(signal: SIGHUP)
        let reloading = try socket.receive()
        #expect(reloading.first == "RELOADING=1" && reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(try socket.receive() == ready)
      }
      #expect(try HTTPTestClient(port: server.port).request("GET", "/ready").status == 200)
    }
  }

  @Test func endsWithTheTerminalThatItWasStartedIn() async throws {
    let script = """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0: os.execv(sys.argv[1], sys.argv[1:])
      text = b""
      while b"listening on" not in text: text += os.read(terminal, 4096)
      os.close(terminal)
      print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
    try await runBlocking {
      let folder = try TemporaryFolder()
      let run = try ProgramRun([
        "/usr/bin/env", "python3", "-c", script, try ServerProcess.executable(), "serve", "--listen", "127.0.0.1:0",
        "--data", folder.path + "/data",
      ])
      #expect(run.output == ["0"])
    }
  }

  @Test func watchdogSendsNothingWhileALoopIsBlocked() async throws {
    let group = try EventLoopGroup(count: 2)
    defer { group.stopAndJoin() }
    let folder = try TemporaryFolder()
    let socket = try NotifySocket(in: folder)
    let watchdog = Watchdog(
      loops: group.loops, notifier: ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name]))
    await watchdog.check()
    #expect(try socket.receive() == ["WATCHDOG=1"])
    let hold = Locked(true)
    group.loops[1].spawn { _ in while hold.withLock({ $0 }) { sched_yield() } }
    let check = Task { await watchdog.check() }
    #expect(throws: WireError.self) { try socket.receive(within: .milliseconds(300)) }
    hold.withLock { $0 = false }
    await check.value
    #expect(try socket.receive() == ["WATCHDOG=1"])
  }
}
