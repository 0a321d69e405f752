import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// SIGHUP on the real server.
@Suite struct ReloadTests {
  /// A server with a configuration file that a test changes.
  private final class Reloaded {
    let folder: TemporaryFolder
    let server: ServerProcess

    init(_ settings: JSONValue) throws {
      folder = try TemporaryFolder()
      try Self.write(settings, folder)
      server = try ServerProcess(folder: folder, arguments: ["--dev", "--config", folder.path + "/config.json"])
    }

    static func write(_ settings: JSONValue, _ folder: TemporaryFolder) throws {
      try Data(settings.encoded).write(to: URL(fileURLWithPath: folder.path + "/config.json"))
    }

    func configure(_ settings: JSONValue) throws { try Self.write(settings, folder) }

    /// Sends SIGHUP and waits for words of the log that were not there before.
    func reload(until words: String) throws {
      let before = server.log.count
      server.send(signal: SIGHUP)
      try wait(for: words, after: before)
    }

    func wait(for words: String, after start: Int) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while !server.log.dropFirst(start).contains(words) {
        guard .now < deadline else { throw WireError.timedOut(what: words, received: server.log) }
        usleep(5000)
      }
    }

    func client() throws -> HTTPTestClient { try HTTPTestClient(port: server.port) }
  }

  @Test func changesTheLogLevelAndTheOrigins() async throws {
    try await runBlocking {
      let reloaded = try Reloaded(["log": ["level": "warning"]])
      let origin = [("Origin", "https://app.example")]
      let open = try reloaded.client()
      #expect(try open.request("GET", "/health", fields: origin)["Access-Control-Allow-Origin"] == nil)
      #expect(!reloaded.server.log.contains("path=/health"))
      try reloaded.configure([
        "log": ["level": "info"], "cors": ["allowed_origins": ["https://app.example"]],
        "websocket": ["allowed_origins": ["https://app.example"]],
      ])
      try reloaded.reload(until: "what=\"allowed origins\"")
      #expect(reloaded.server.log.contains("warning became info"))
      // Connections that were open follow, too.
      let answer = try open.request("GET", "/health", fields: origin)
      #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
      try reloaded.wait(for: "path=/health", after: 0)
      _ = try WebSocketTestClient.connect(try reloaded.client(), "/ws/echo", fields: origin)
      try reloaded.configure(["log": ["level": "info"]])
      try reloaded.reload(until: "what=\"allowed origins\"")
      #expect(try open.request("GET", "/health", fields: origin)["Access-Control-Allow-Origin"] == nil)
      guard case .refused = try WebSocketTestClient.open(try reloaded.client(), "/ws/echo", fields: origin) else {
        Issue.record("an origin that is gone was let in")
        return
      }
    }
  }

  @Test func logsSettingsThatNeedARestartAndInvalidValues() async throws {
    try await runBlocking {
      let reloaded = try Reloaded(["http": ["idle_timeout": "30s"]])
      try reloaded.reload(until: "nothing to reload has changed")
      try reloaded.configure(["http": ["idle_timeout": "31s"], "meals": ["workers": 2]])
      try reloaded.reload(until: "changed settings need a restart")
      #expect(reloaded.server.log.contains("settings=\"http.idle_timeout, meals.workers\""))
      try reloaded.configure(["http": ["idle_timeout": "soon"], "log": ["level": "debug"]])
      try reloaded.reload(until: "not reloaded, everything stays as it is")
      #expect(reloaded.server.log.contains("soon\\\" is not a duration"))
      #expect(!reloaded.server.log.contains("became debug"))
      #expect(try reloaded.client().request("GET", "/health").status == 200)
      reloaded.server.send(signal: SIGTERM)
      #expect(try reloaded.server.waitForExit() == .code(0))
    }
  }

  @Test func reloadsACertificateAndKeepsTheOldOneIfTheNewIsInvalid() async throws {
    try await runBlocking {
      let first = try TestCertificate(name: "First")
      let second = try TestCertificate(name: "Second")
      let settings: JSONValue = [
        "tls": ["certificate": .string(first.certificateFile), "key": .string(first.keyFile)]
      ]
      let reloaded = try Reloaded(settings)
      let port = reloaded.server.port
      func subject() throws -> String {
        let run = try ProgramRun(["/bin/sh", "-c", "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>&1"])
        return run.output.first { $0.hasPrefix("subject=") } ?? "none"
      }
      #expect(try subject().contains("First"))
      let socket = try WireSocket(host: "127.0.0.1", port: port)
      try socket.startTLS()
      let open = HTTPTestClient(socket)
      // The certificate is there, its key not yet: the middle of a renewal.
      try Data(second.certificate).write(to: URL(fileURLWithPath: first.certificateFile))
      try reloaded.reload(until: "not reloaded, the former stays")
      #expect(reloaded.server.log.contains("the key does not match the certificate"))
      #expect(try subject().contains("First"))
      try Data(second.key).write(to: URL(fileURLWithPath: first.keyFile))
      try reloaded.reload(until: "what=\"TLS certificate\"")
      #expect(try subject().contains("Second"))
      #expect(try open.request("GET", "/health").status == 200)
      try FileManager.default.removeItem(atPath: first.keyFile)
      try reloaded.reload(until: "No such file or directory")
      #expect(try subject().contains("Second"))
      try reloaded.configure([:])
      try reloaded.reload(until: "to switch TLS on or off the server must be restarted")
      #expect(try subject().contains("Second"))
    }
  }

  @Test func acceptsOnlyTheKeysOfTheNewSet() async throws {
    try await runBlocking {
      let first = try SignatureKeyPair(.es256)
      let second = try SignatureKeyPair(.es256)
      let folder = try TemporaryFolder()
      let file = folder.path + "/keys.json"
      func publish(_ pair: SignatureKeyPair, _ id: String) throws {
        let set: JSONValue = ["keys": .array([.object(pair.jwk(id: id))])]
        try Data(set.encoded).write(to: URL(fileURLWithPath: file))
      }
      try publish(first, "one")
      let reloaded = try Reloaded(["auth": ["jwk_set_file": .string(file)]])
      let claims: [String: JSONValue] = [
        "sub": "admin", "exp": .integer(Int64(Date().timeIntervalSince1970) + 600),
      ]
      let old = first.token(claims, header: ["kid": "one"])
      let new = second.token(claims, header: ["kid": "two"])
      func status(_ token: String) throws -> Int {
        try reloaded.client().request("GET", "/api/v1/users/me", token: token).status
      }
      // These tokens have no `iss`: their issuer is the empty text.
      #expect(try CommandRun("user", "link", "", "admin", "admin", in: reloaded.folder).exit == .code(0))
      #expect(try status(old) == 200)
      #expect(try status(new) == 401)
      try publish(second, "two")
      try reloaded.reload(until: "what=\"JWK set\"")
      #expect(try status(old) == 401)
      #expect(try status(new) == 200)
      try Data("{".utf8).write(to: URL(fileURLWithPath: file))
      try reloaded.reload(until: "not reloaded, the former stays")
      #expect(try status(new) == 200)
    }
  }
}
