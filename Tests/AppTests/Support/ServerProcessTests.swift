import Foundation
import TestSupport
import Testing

/// `ServerProcess` with a shell script as server: its behaviour must not depend on the program under test.
@Suite struct ServerProcessTests {
  private func script(_ lines: String) throws -> (folder: TemporaryFolder, command: [String]) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/server"
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(lines.utf8))
    #expect(made)
    return (folder, ["/bin/sh", path])
  }

  @Test func readsTheAddressAndTheOrderlyEnd() async throws {
    let (folder, command) = try script(
      """
      trap 'kill $!; exit 0' TERM
      sleep 1000 >/dev/null 2>&1 &
      echo "starting $1 $2 $3 $MARK" >&2
      echo chatter
      echo "listening on http://127.0.0.1:4321"
      wait
      """)
    try await runBlocking {
      let server = try ServerProcess(command: command, folder: folder, environment: ["MARK": "here"])
      #expect(server.host == "127.0.0.1" && server.port == 4321)
      #expect(server.log == "starting serve --listen 127.0.0.1:0 here\n")
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0))
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func distinguishesASignalFromAnExitCode() async throws {
    let (folder, command) = try script("echo 'listening on http://[::1]:5'; exec sleep 1000")
    try await runBlocking {
      let server = try ServerProcess(command: command, folder: folder)
      #expect(server.host == "::1" && server.port == 5)
      #expect(throws: WireError.self) { try server.waitForExit(within: .milliseconds(1)) }
      server.send(signal: SIGKILL)
      #expect(try server.waitForExit() == .signal(SIGKILL))
    }
  }

  @Test func showsTheLogOfAServerThatDoesNotStart() async throws {
    let (folder, command) = try script("echo 'no such setting' >&2; exit 3")
    await #expect(throws: WireError.server("no such setting\n")) {
      try await runBlocking { _ = try ServerProcess(command: command, folder: folder) }
    }
  }

  @Test func removesItsFolder() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
