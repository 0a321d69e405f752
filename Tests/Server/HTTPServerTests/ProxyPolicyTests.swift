import API
import HTTPCodec
import HTTPServer
import Net
import TestSupport
import Testing

@Suite struct ProxyPolicyTests {
  private static func policy(_ trusted: [String], _ field: ProxyPolicy.Field = .xForwardedFor) -> ProxyPolicy {
    ProxyPolicy(
      trusted: trusted.compactMap { IPNetwork($0) }, trustsUnixPeers: trusted.contains("unix"), field: field)
  }

  private static func fields(_ lines: [(String, String)]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in lines { fields.append(name, value) }
    return fields
  }

  /// Lines of `X-Forwarded-For`, and their client behind 10.0.0.1, if 10.0.0.0/8 is trusted.
  @Test(
    arguments: [
      ([], "10.0.0.1"),
      (["192.0.2.1"], "192.0.2.1"),
      (["198.51.100.9, 192.0.2.1"], "192.0.2.1"),
      (["198.51.100.9", "192.0.2.1"], "192.0.2.1"),
      (["192.0.2.1, 10.0.0.7"], "192.0.2.1"),
      (["192.0.2.1, 10.0.0.7, 10.0.0.8"], "192.0.2.1"),
      (["198.51.100.9, 192.0.2.1, 10.0.0.7"], "192.0.2.1"),
      (["10.0.0.3, 10.0.0.7"], "10.0.0.3"),
      (["2001:DB8::1"], "2001:db8::1"),
      (["[2001:db8::1]:4711"], "2001:db8::1"),
      (["192.0.2.1:4711"], "192.0.2.1"),
      (["::ffff:192.0.2.1"], "192.0.2.1"),
      ([" 192.0.2.1 \t"], "192.0.2.1"),
      // What is no address ends the walk at the proxy that wrote it.
      (["unknown"], "10.0.0.1"), ([""], "10.0.0.1"), (["192.0.2.1,"], "10.0.0.1"), ([","], "10.0.0.1"),
      (["192.0.2.1, unknown, 10.0.0.7"], "10.0.0.7"), (["192.0.2.1, <script>, 10.0.0.7"], "10.0.0.7"),
      (["192.0.2.1:"], "10.0.0.1"), (["192.0.2.1:x"], "10.0.0.1"), (["[2001:db8::1"], "10.0.0.1"),
      (["[192.0.2.1]"], "10.0.0.1"), (["192.0.2.1:123456"], "10.0.0.1"), (["192.0.2.1 192.0.2.2"], "10.0.0.1"),
      // U+0600 and the comma behind it are one character, but two entries.
      (["198.51.100.9\u{600}, 192.0.2.1"], "192.0.2.1"), (["198.51.100.9,\u{301} 192.0.2.1"], "10.0.0.1"),
    ] as [([String], String)])
  func walksFromRightToLeft(lines: [String], client: String) {
    let origin = Self.policy(["10.0.0.0/8"]).origin(
      peer: "10.0.0.1", Self.fields(lines.map { ("X-Forwarded-For", $0) }))
    #expect(origin.client == client)
  }

  @Test(
    arguments: [
      (["for=192.0.2.1"], "192.0.2.1"),
      (["For=\"192.0.2.1:80\";proto=https;by=203.0.113.4"], "192.0.2.1"),
      (["for=198.51.100.9, for=192.0.2.1"], "192.0.2.1"),
      (["for=198.51.100.9", "for=192.0.2.1, for=10.0.0.7"], "192.0.2.1"),
      (["for=\"[2001:db8::1]:4711\""], "2001:db8::1"),
      (["for=\"_hidden\""], "10.0.0.1"), (["for=unknown"], "10.0.0.1"), (["proto=https"], "10.0.0.1"),
      (["for=192.0.2.1;for=192.0.2.2"], "10.0.0.1"), (["for=\"192.0.2.1"], "10.0.0.1"),
      // Commas and semicolons in quotes separate nothing.
      (["for=198.51.100.9;by=\"a,for=192.0.2.9\", for=192.0.2.1"], "192.0.2.1"),
      (["for=192.0.2.1;host=\"x\\\"y;z,\""], "10.0.0.1"),
      // Signs that are one character with their neighbours join nothing.
      (["for=198.51.100.9;x=\u{600}, for=192.0.2.1"], "192.0.2.1"),
      (["for=198.51.100.9;x=\"a\u{600}\", for=192.0.2.1"], "192.0.2.1"),
      (["for=198.51.100.9;x=\"a\"\u{301}, for=192.0.2.1"], "192.0.2.1"),
    ] as [([String], String)])
  func readsForwarded(lines: [String], client: String) {
    let origin = Self.policy(["10.0.0.0/8"], .forwarded).origin(
      peer: "10.0.0.1", Self.fields(lines.map { ("Forwarded", $0) }))
    #expect(origin.client == client)
  }

  @Test func ignoresForwardedFieldsOfUntrustedPeers() {
    let lines = Self.fields([
      ("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.2"), ("X-Forwarded-Proto", "https"),
    ])
    for policy in [ProxyPolicy(), Self.policy(["10.0.0.0/8"]), Self.policy(["unix"]), Self.policy(["203.0.113.6"])] {
      let origin = policy.origin(peer: "203.0.113.5", lines)
      #expect(origin.client == "203.0.113.5" && origin.isSecure == nil)
    }
    #expect(Self.policy(["10.0.0.0/8"]).origin(peer: "unix", lines).client == "unix")
    #expect(Self.policy(["0.0.0.0/0"]).origin(peer: "unix", lines).client == "unix")
  }

  @Test func believesOnlyTheFieldThatItsProxiesWrite() {
    let lines = Self.fields([("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.2")])
    #expect(Self.policy(["10.0.0.1"]).origin(peer: "10.0.0.1", lines).client == "192.0.2.1")
    #expect(Self.policy(["10.0.0.1"], .forwarded).origin(peer: "10.0.0.1", lines).client == "192.0.2.2")
  }

  @Test func trustsUnixSocketPeersIfConfigured() {
    let lines = Self.fields([("X-Forwarded-For", "192.0.2.1")])
    #expect(Self.policy(["unix"]).origin(peer: "unix", lines).client == "192.0.2.1")
    #expect(Self.policy(["unix", "10.0.0.1"]).origin(peer: "::ffff:10.0.0.1", lines).client == "192.0.2.1")
    #expect(Self.policy(["fe80::/10"]).origin(peer: "fe80::1%eth0", lines).client == "192.0.2.1")
  }

  @Test(
    arguments: [
      ([], nil), (["https"], true), (["http"], false), (["HTTPS"], true), (["wss"], true), (["ftp"], nil),
      // The nearest proxy has the last word.
      (["https, http"], false), (["http", "https"], true), ([""], nil), (["https\u{600}, http"], false),
    ] as [([String], Bool?)])
  func takesTheSchemeFromTheNearestProxy(lines: [String], isSecure: Bool?) {
    let origin = Self.policy(["10.0.0.1"]).origin(
      peer: "10.0.0.1", Self.fields(lines.map { ("X-Forwarded-Proto", $0) }))
    #expect(origin.isSecure == isSecure)
    let forwarded = Self.policy(["10.0.0.1"], .forwarded).origin(
      peer: "10.0.0.1", Self.fields(lines.map { ("Forwarded", "for=192.0.2.1;proto=\"\($0)\"") }))
    if !lines.isEmpty, !lines[0].utf8.contains(UInt8(ascii: ",")) { #expect(forwarded.isSecure == isSecure) }
  }

  /// The longest list that fits into the header must not cost a second.
  @Test func looksAtTheLastEntriesOnly() {
    let long = String(repeating: "10.0.0.9,", count: 3000) + "10.0.0.9"
    let origin = Self.policy(["10.0.0.0/8"]).origin(peer: "10.0.0.1", Self.fields([("X-Forwarded-For", long)]))
    #expect(origin.client == "10.0.0.9")
  }

  @Test func reachesHandlersAndRequestsOverUnixSockets() async throws {
    let folder = try TemporaryFolder()
    var http = HTTPConfiguration()
    http.proxies = Self.policy(["unix"])
    let route = Route("GET", "/", authentication: .none) { .text("\($0.remoteAddress) \($0.isSecure)") }
    try await withFixture(try await TestServer(routes: [route], http: http, listen: "unix:\(folder.path)/s")) {
      server in
      try await runBlocking {
        let client = HTTPTestClient(try WireSocket(path: folder.path + "/s"))
        #expect(try client.request("GET", "/").text == "unix false")
        let fields = [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https")]
        #expect(try client.request("GET", "/", fields: fields).text == "192.0.2.1 true")
      }
    }
  }
}
