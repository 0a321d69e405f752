import Foundation
import Runtime
import TestSupport
import Testing

/// Tests of a server without free descriptors.
@Suite struct DescriptorShortageTests {
  private static let message = "cannot accept connections for now"

  @Test func backsOffWithoutSpinningAndRecovers() async throws {
    try await runBlocking {
      // The limit holds for the server only: the shell sets it and becomes the server.
      let shell = ["/bin/sh", "-c", "ulimit -n 96 && exec \"$0\" \"$@\"", try ServerProcess.executable()]
      let server = try ServerProcess(command: shell)
      let first = try HTTPTestClient(host: server.host, port: server.port)
      #expect(try first.request("GET", "/health").status == 200)

      var crowd: [WireSocket] = []
      for _ in 0..<150 { crowd.append(try WireSocket(host: server.host, port: server.port)) }
      try Self.wait(for: 1, of: server)
      let started = ContinuousClock.now
      let before = try Self.processorTime(of: server.processID)
      // The server retries once a second.
      try Self.wait(for: 3, of: server)
      let used = try Self.processorTime(of: server.processID) - before
      let elapsed = started.duration(to: .now)
      #expect(elapsed > .milliseconds(900))
      #expect(used < elapsed / 2, "\(used) of \(elapsed)")
      #expect(Self.shortages(server) <= 6, "logged once a second")
      #expect(try first.request("GET", "/health").status == 200, "established connections are served")

      crowd = []
      let late = try HTTPTestClient(host: server.host, port: server.port)
      #expect(try late.request("GET", "/health").status == 200)
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0))
    }
  }

  /// The descriptor table grows before the server accepts connections.
  @Test func reservesTheDescriptorTableAtTheStart() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let status = try String(contentsOfFile: "/proc/\(server.processID)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("FDSize:") })
      let size = try #require(Int(line.dropFirst("FDSize:".count).trimmingCharacters(in: .whitespaces)))
      #expect(size >= min(Descriptor.raiseLimit(), 20_000))
    }
  }

  /// A library of the tests may open descriptors that children inherit: they would count in the limits of these tests.
  @Test func startsWithTheDescriptorsThatItWasGiven() async throws {
    try await runBlocking {
      let left = fcntl(STDIN_FILENO, F_DUPFD, 500)
      defer { close(left) }
      let server = try ServerProcess()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.processID)/fd")
      #expect(!open.contains("\(left)"), "\(open.sorted())")
    }
  }

  @Test func reservesDescriptorsForTheDatabase() async throws {
    try await runBlocking {
      let shell = ["/bin/sh", "-c", "ulimit -n 96 && exec \"$0\" \"$@\"", try ServerProcess.executable()]
      let server = try ServerProcess(command: shell)
      let client = try HTTPTestClient(host: server.host, port: server.port)
      var crowd: [WireSocket] = []
      for _ in 0..<150 { crowd.append(try WireSocket(host: server.host, port: server.port)) }
      try Self.wait(for: 1, of: server)
      let text = try client.request("GET", "/metrics").text
      let line = text.split(separator: "\n").first { $0.hasPrefix("process_open_fds ") }
      let open = try #require(line.flatMap { Double($0.dropFirst(17)) })
      // 32 are reserved. At most half of them were used since the start, for timers and database connections.
      #expect(open > 40 && open <= 80, "\(open) of 96 are open")
      crowd = []
    }
  }

  @Test(arguments: [4, 20, 63])
  func refusesToStartWithTooFew(_ count: Int) async throws {
    try await runBlocking {
      let shell = ["/bin/sh", "-c", "ulimit -n \(count) && exec \"$0\" \"$@\"", try ServerProcess.executable()]
      let error = #expect(throws: WireError.self) { try ServerProcess(command: shell) }
      let text = String(describing: error)
      #expect(
        text.contains("the limit of \(count) descriptors (ulimit -n) is too low, at least 64 are required"), "\(text)")
    }
  }

  private static func shortages(_ server: ServerProcess) -> Int {
    server.log.components(separatedBy: message).count - 1
  }

  /// Waits until the server has logged the shortage `count` times.
  private static func wait(for count: Int, of server: ServerProcess) throws {
    let deadline = ContinuousClock.now + .seconds(15)
    while shortages(server) < count {
      guard .now < deadline else { throw WireError.timedOut(what: "\(count) shortages", received: server.log) }
      usleep(20_000)
    }
  }

  /// User and system time of a process (proc(5): the 14th and 15th value, in hundredths of a second).
  private static func processorTime(of process: Int32) throws -> Duration {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The second value is a name in parentheses that may hold spaces.
    let values = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard values.count > 13, let user = Int(values[12]), let system = Int(values[13]) else {
      throw WireError.malformed(text)
    }
    return .milliseconds((user + system) * 10)
  }
}
