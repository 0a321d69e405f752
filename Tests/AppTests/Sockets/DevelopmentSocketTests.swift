import Foundation
import TestSupport
import Testing

/// The sockets for trying a server out, which exist with `--dev` only.
@Suite struct DevelopmentSocketTests {
  private static func residentKiB(_ server: ServerProcess) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(server.processID)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first)
  }

  private static func message(_ number: Int) -> String { String(repeating: "\(number) ", count: 100_000 / 5) }

  /// Back-pressure: what a client does not read it cannot send either, and nothing is lost.
  @Test func anEchoThatIsNotReadIsNotPiledUp() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let client = try WebSocketTestClient.connect(
        port: server.port, "/ws/echo", receiveBuffer: 65536, limit: .seconds(5))
      let before = try Self.residentKiB(server)
      var sent = 0
      var failure: WireError?
      while sent < 2000, failure == nil {
        do throws(WireError) {
          try client.send(text: Self.message(sent))
          sent += 1
        } catch {
          failure = error
        }
      }
      guard case .timedOut = failure else {
        Issue.record("\(sent) messages were taken: \(String(describing: failure))")
        return
      }
      let grown = try Self.residentKiB(server) - before
      #expect(grown < 24 << 10, "\(grown) KiB")
      for index in 0..<sent {
        let echo = try client.receiveText()
        #expect(echo == Self.message(index))
      }
    }
  }

  @Test func aBroadcastReachesAll() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      var clients: [WebSocketTestClient] = []
      for _ in 0..<5 {
        let client = try WebSocketTestClient.connect(port: server.port, "/ws/broadcast")
        // Its endpoint runs once it answers.
        #expect(try client.messagesBeforePong().isEmpty)
        clients.append(client)
      }
      try clients[0].send(text: "to all")
      for client in clients { #expect(try client.receiveText() == "to all") }
    }
  }

  @Test func neitherExistsWithoutDevelopment() async throws {
    try await runBlocking {
      let server = try ServerProcess(arguments: [])
      for path in ["/ws/echo", "/ws/broadcast"] {
        guard case .refused(let answer) = try WebSocketTestClient.open(port: server.port, path) else {
          Issue.record("\(path) was opened")
          continue
        }
        #expect(answer.status == 404)
      }
    }
  }
}
