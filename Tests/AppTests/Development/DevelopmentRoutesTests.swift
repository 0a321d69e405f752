import JSONCodec
import TestSupport
import Testing

/// The routes under `/dev` on the real program (docs/api/development.md#access).
@Suite struct DevelopmentRoutesTests {
  /// The methods and paths of `/dev` in a server's document.
  private static func operations(_ server: ServerProcess) throws -> [(method: String, path: String)] {
    let document = try #require(try server.client.request("GET", "/openapi.json").json)
    let paths = try #require(document["paths"]?.objectValue)
    return paths.filter { $0.key == "/dev" || $0.key.hasPrefix("/dev/") }.flatMap { path, item in
      (item.objectValue ?? [:]).keys.filter { $0 != "parameters" }.map { ($0.uppercased(), path) }
    }
  }

  /// Every path that a development server documents is unknown to an ordinary one, which also has no other.
  @Test func existOnADevelopmentServerOnly() async throws {
    try await runBlocking {
      let operations = try Self.operations(try ServerProcess())
      #expect(operations.contains { $0 == ("GET", "/dev") } && operations.contains { $0 == ("PUT", "/dev/clock") })
      let ordinary = try ServerProcess(arguments: [])
      #expect(try Self.operations(ordinary).isEmpty)
      for (method, path) in operations {
        let target = path.replacing("{id}", with: "1").replacing("{name}", with: "a")
        let answer = try ordinary.client.request(method, target, ["a": 1])
        #expect(answer.status == 404, "\(method) \(target)")
        #expect(answer.json?["error"]?["code"] == "NOT_FOUND", "\(method) \(target)")
      }
    }
  }

  @Test func showTheStateOfEachTool() async throws {
    try await withHearth { server in
      let state = try #require(try server.client.request("GET", "/dev").json)
      #expect(state["clock"]?["offset_s"]?.doubleValue == 0 && state["relaxed"] == false)
      #expect(state["model"]?["is_set"] == false)
    }
  }

  /// A page of another site, a rebound name, and a foreign client behind a proxy that is not trusted.
  @Test(arguments: [
    [("Origin", "http://evil.example"), ("Content-Type", "application/json")],
    [("Origin", "http://evil.example"), ("Content-Type", "text/plain")],
    [("Host", "evil.example"), ("Content-Type", "application/json")],
    [("X-Forwarded-For", "192.0.2.1"), ("Content-Type", "application/json")],
    [("Forwarded", "for=192.0.2.1"), ("Content-Type", "application/json")],
  ])
  func refuseOthersThanThisMachine(_ fields: [(String, String)]) async throws {
    try await withHearth { server in
      let answer = try server.client.connect().request(
        "PUT", "/dev/clock", fields: fields, body: Array(#"{"offset_s": 60}"#.utf8))
      #expect(answer.status == 403 && answer.json?["error"]?["code"] == "LOCAL_ONLY", "\(answer.text)")
      #expect(try server.client.request("GET", "/dev/clock").json?["offset_s"]?.doubleValue == 0)
    }
  }

  @Test func refuseAClientThatATrustedProxyNames() async throws {
    try await withHearth(["HEARTH_PROXY_TRUSTED": "127.0.0.1"]) { server in
      let foreign = try server.client.request("GET", "/dev", fields: [("X-Forwarded-For", "192.0.2.1")])
      #expect(foreign.status == 403)
      // The field that this server does not read counts as well.
      #expect(try server.client.request("GET", "/dev", fields: [("Forwarded", "for=192.0.2.1")]).status == 403)
      #expect(try server.client.request("GET", "/dev", fields: [("X-Forwarded-For", "127.0.0.1")]).status == 200)
    }
  }

  @Test func relaxedNeedsDevelopmentMode() async throws {
    await #expect {
      try await runBlocking { _ = try ServerProcess(arguments: ["--relaxed"]) }
    } throws: { error in
      "\(error)".contains("relaxed: limits can be lifted in development mode only")
    }
  }
}
