import Foundation
import Glibc
import TestSupport
import Testing

/// The listen addresses of the real server, and its health check on each of them.
@Suite struct ListenTests {
  private static func healthcheck(
    _ server: ServerProcess, _ arguments: [String] = [], environment: [String: String] = [:]
  )
    throws -> ServerProcess.Exit
  {
    try ProgramRun(
      [try ServerProcess.executable(), "healthcheck", "--data", server.folder.path + "/data"] + arguments,
      environment: environment
    ).exit
  }

  private static func health(_ socket: WireSocket) throws -> Int {
    try HTTPTestClient(socket).request("GET", "/health").status
  }

  @Test func replacesTheSocketOfAServerThatWasKilled() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let path = folder.path + "/s"
      let environment = ["HEARTH_LISTEN_UNIX_MODE": "0600"]
      let first = try ServerProcess(folder: folder, environment: environment, listen: "unix:\(path)")
      #expect(try Self.health(WireSocket(path: path)) == 200)
      #expect(try Self.healthcheck(first, ["--listen", "unix:\(path)"]) == .code(0))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      first.send(signal: SIGKILL)
      _ = try first.waitForExit()
      #expect(FileManager.default.fileExists(atPath: path))
      let second = try ServerProcess(folder: folder, environment: environment, listen: "unix:\(path)")
      #expect(try Self.health(WireSocket(path: path)) == 200)
      // Another one with other data must not take it away.
      let error = #expect(throws: WireError.self) { _ = try ServerProcess(listen: "unix:\(path)") }
      #expect("\(String(describing: error))".contains("another server listens on it"))
      #expect(try Self.health(WireSocket(path: path)) == 200)
      second.send(signal: SIGTERM)
      #expect(try second.waitForExit() == .code(0))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func takesTheSocketsThatSystemdHandsOver() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let path = folder.path + "/s"
      let tcp = try ListeningDescriptor()
      let unix = try ListeningDescriptor(path: path)
      // As systemd does: the number of the process is known only in it.
      let script = "LISTEN_PID=$$ LISTEN_FDS=2 exec \"$0\" \"$@\""
      let server = try ServerProcess(
        command: ["/bin/sh", "-c", script, try ServerProcess.executable()], folder: folder, listen: "systemd",
        inherited: [tcp, unix])
      #expect(server.port == tcp.port)
      #expect(try Self.health(WireSocket(host: "127.0.0.1", port: tcp.port)) == 200)
      #expect(try Self.health(WireSocket(path: path)) == 200)
      #expect(try Self.healthcheck(server, ["--listen", "systemd"]) == .code(0))
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0), "\(server.log)")
      // They are systemd's: clients wait in them for the next server.
      #expect(FileManager.default.fileExists(atPath: path))
      _ = try WireSocket(path: path)
      _ = try WireSocket(host: "127.0.0.1", port: tcp.port)
    }
  }

  @Test(arguments: [
    ("exec \"$0\" \"$@\"", "LISTEN_PID and LISTEN_FDS are not set"),
    ("LISTEN_PID=1 LISTEN_FDS=1 exec \"$0\" \"$@\"", "LISTEN_PID is 1"),
    ("LISTEN_PID=$$ LISTEN_FDS=x exec \"$0\" \"$@\"", "LISTEN_FDS is x"),
    ("LISTEN_PID=$$ LISTEN_FDS=0 exec \"$0\" \"$@\"", "LISTEN_FDS is 0"),
    ("LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\" 3</dev/null", "descriptor 3 is not a stream socket"),
    ("LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\" 3<&-", "descriptor 3 is not a stream socket"),
  ])
  func reportsInvalidInheritedSockets(script: String, reason: String) async throws {
    try await runBlocking {
      let error = #expect(throws: WireError.self) {
        _ = try ServerProcess(
          command: ["/bin/sh", "-c", script, try ServerProcess.executable()], listen: "systemd")
      }
      #expect("\(String(describing: error))".contains(reason), "\(String(describing: error))")
    }
  }

  @Test func findsAServerOverTLSOnAFreePortBelowABasePath() async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let environment = [
        "HEARTH_TLS_CERTIFICATE": certificate.certificateFile, "HEARTH_TLS_KEY": certificate.keyFile,
        "HEARTH_HTTP_BASE_PATH": "/apps/hearth",
      ]
      let server = try ServerProcess(environment: environment)
      #expect(try Self.healthcheck(server, ["--listen", "127.0.0.1:0"], environment: environment) == .code(0))
      // Without TLS or the path it is another server.
      #expect(try Self.healthcheck(server, ["--listen", "127.0.0.1:\(server.port)"]) == .code(1))
    }
  }
}
