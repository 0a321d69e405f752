import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Modules
import TestSupport
import Testing

@testable import Development

/// The rules of docs/api/development.md#access.
@Suite struct DevelopmentGateTests {
  private static func request(
    _ fields: [(String, String)], method: String = "GET", from address: String = "127.0.0.1",
    host: String? = "localhost:8000"
  ) -> Request {
    var request = Request(method: method, path: "/dev", remoteAddress: address)
    if let host { request.fields.append("Host", host) }
    for (name, value) in fields { request.fields.append(name, value) }
    return request
  }

  private static func refusal(_ request: Request) -> Problem? {
    do throws(Problem) {
      try DevelopmentGate.check(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "unix"])
  func admitsPeersOfThisMachine(_ address: String) {
    #expect(Self.refusal(Self.request([], from: address)) == nil)
  }

  @Test(arguments: ["192.0.2.1", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.1", "0.0.0.0", "unknown", ""])
  func refusesPeersOfOtherMachines(_ address: String) {
    let problem = Self.refusal(Self.request([], from: address))
    #expect(problem?.status == 403 && problem?.code == "LOCAL_ONLY")
    #expect(problem?.message.contains("client must be on this machine") == true)
  }

  @Test(arguments: ["localhost", "localhost:8000", "LOCALHOST", "app.localhost", "127.0.0.1:8000", "[::1]:8000"])
  func admitsLoopbackHosts(_ host: String) { #expect(Self.refusal(Self.request([], host: host)) == nil) }

  /// DNS rebinding: a page of another site whose name resolves to this machine.
  @Test(arguments: [
    "evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.nip.io", "192.0.2.1", "0.0.0.0:8000",
    "evil.example@localhost", "", nil,
  ])
  func refusesOtherHosts(_ host: String?) {
    let problem = Self.refusal(Self.request([], host: host))
    #expect(problem?.status == 403 && problem?.message.contains("Host must be localhost") == true)
  }

  @Test func refusesASecondHostOfAnotherName() {
    #expect(Self.refusal(Self.request([("Host", "evil.example")]))?.status == 403)
    #expect(Self.refusal(Self.request([("X-Forwarded-Host", "hearth.example")]))?.status == 403)
    #expect(Self.refusal(Self.request([("X-Forwarded-Host", "localhost:5173")])) == nil)
  }

  @Test(arguments: [
    ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-For", "127.0.0.1, 192.0.2.1"),
    ("X-Forwarded-For", "192.0.2.1, 127.0.0.1"), ("X-Forwarded-For", "unknown"), ("X-Forwarded-For", ""),
    ("X-Real-IP", "192.0.2.1"), ("Forwarded", "for=192.0.2.1"), ("Forwarded", "for=\"[2001:db8::1]:4711\""),
    ("Forwarded", "for=_hidden"), ("Forwarded", "proto=https"), ("Forwarded", "for=127.0.0.1, for=192.0.2.1"),
  ])
  func refusesClientsThatAProxyOnThisMachineForwards(_ field: (String, String)) {
    let problem = Self.refusal(Self.request([field]))
    #expect(problem?.status == 403 && problem?.message.contains("proxy") == true)
  }

  @Test(arguments: [
    ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-For", "127.0.0.1, ::1"), ("X-Real-IP", "127.0.0.1"),
    ("Forwarded", "for=127.0.0.1;proto=http"), ("Forwarded", "for=\"[::1]:4711\""),
  ])
  func admitsClientsOfThisMachineBehindAProxy(_ field: (String, String)) {
    #expect(Self.refusal(Self.request([field])) == nil)
  }

  @Test(arguments: ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:3000", "http://app.localhost"])
  func admitsPagesOfThisMachine(_ origin: String) {
    #expect(Self.refusal(Self.request([("Origin", origin), ("Sec-Fetch-Site", "cross-site")])) == nil)
  }

  @Test(arguments: [
    ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", ""), ("Origin", "file://"),
    ("Origin", "http://localhost.evil.example"), ("Sec-Fetch-Site", "cross-site"),
  ])
  func refusesPagesOfOtherSites(_ field: (String, String)) {
    #expect(Self.refusal(Self.request([field]))?.status == 403)
  }

  /// The three media types of a form, which a page of another site may send without a preflight, and none.
  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func changesNeedJSON(_ method: String) {
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"] {
      let problem = Self.refusal(Self.request([("Content-Type", type)], method: method))
      #expect(problem?.status == 415 && problem?.code == "UNSUPPORTED_MEDIA_TYPE", "\(type)")
    }
    #expect(Self.refusal(Self.request([], method: method))?.status == 415)
    #expect(Self.refusal(Self.request([("Content-Type", "Application/JSON; charset=utf-8")], method: method)) == nil)
  }

  @Test func everyRouteIsBehindTheGateAndDeclaresItsErrors() async throws {
    let change = Operation(
      "change", "POST", "/dev/change", authentication: .none, tag: DevelopmentTool.tag, "Change something",
      responses: [.noContent("Done.")])
    let module = DevelopmentModule.make([DevelopmentTool(routes: [Route(change) { _ in .noContent }])])
    #expect(module.routes.map(\.template) == ["/dev", "/dev/change"])
    for route in module.routes {
      let codes = route.operation.errors.map(\.code)
      #expect(codes.contains("LOCAL_ONLY"))
      #expect(codes.contains("UNSUPPORTED_MEDIA_TYPE") == (route.method == "POST"))
      await #expect(throws: Problem.self) {
        try await route.handler(
          Self.request([("Content-Type", "application/json")], method: route.method, from: "192.0.2.1"))
      }
    }
  }

  /// A form, a `fetch` without CORS, and a `fetch` of a page that another site serves, as a browser sends them.
  @Test func aPostOfAnotherSiteFails() async throws {
    let change = Operation(
      "change", "POST", "/dev/change", authentication: .none, tag: DevelopmentTool.tag, "Change something",
      responses: [.noContent("Done.")])
    let module = DevelopmentModule.make([DevelopmentTool(routes: [Route(change) { _ in .noContent }])])
    try await withServer(routes: module.routes) { client in
      let http = try client.connect()
      let site = [("Host", "127.0.0.1:\(client.port)"), ("Origin", "http://evil.example")]
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let answer = try http.request(
          "POST", "/dev/change", fields: site + [("Content-Type", type)], body: Array("{}".utf8))
        #expect(answer.status == 403)
        // Old browsers send no Origin with a form.
        let form = try http.request(
          "POST", "/dev/change", fields: [site[0], ("Content-Type", type)], body: Array("{}".utf8))
        #expect(form.status == 415)
      }
      let preflight = try http.request(
        "OPTIONS", "/dev/change",
        fields: site + [
          ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type"),
        ])
      #expect(preflight.status == 403 && preflight["Access-Control-Allow-Origin"] == nil)
      let local = try http.request(
        "POST", "/dev/change", fields: [site[0], ("Content-Type", "application/json")], body: Array("{}".utf8))
      #expect(local.status == 204)
    }
  }
}
