import Glibc
import TestSupport
import Testing

/// The built binary as a user runs it.
@Suite struct ServeTests {
  @Test func answersAndEndsInOrderOnSIGTERM() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let client = try HTTPTestClient(host: server.host, port: server.port)
      #expect(try client.request("GET", "/health").status == 200)
      #expect(try client.request("GET", "/ready").status == 200)
      server.send(signal: SIGTERM)
      let exit = try server.waitForExit()
      #expect(exit == .code(0), "\(server.log)")
      #expect(throws: WireError.self) { _ = try HTTPTestClient(host: server.host, port: server.port) }
    }
  }

  @Test func startsAgainOnTheSameDataAfterSIGKILL() async throws {
    try await runBlocking {
      let first = try ServerProcess()
      first.send(signal: SIGKILL)
      #expect(try first.waitForExit() == .signal(SIGKILL))
      let second = try ServerProcess(folder: first.folder)
      #expect(try HTTPTestClient(host: second.host, port: second.port).request("GET", "/ready").status == 200)
    }
  }
}
