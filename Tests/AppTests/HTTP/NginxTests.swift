import Foundation
import JSONCodec
import TestSupport
import Testing

/// The real server behind a real nginx.
@Suite(.enabled(if: NginxProcess.isInstalled, Comment(rawValue: NginxProcess.whyNot)))
struct NginxTests {
  private static let proxying = """
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_word;
    """

  /// - Parameter tls: to the upstream.
  private static func nginx(
    to upstream: String, scheme: String = "http", server: String = "", location: String = "/", extra: String = ""
  ) throws -> NginxProcess {
    try NginxProcess { listen in
      """
      map $http_upgrade $connection_word { default upgrade; '' ''; }
      upstream hearth { server \(upstream); keepalive 4; }
      server {
        listen \(listen)\(server.isEmpty ? "" : " ssl");
        \(server)
        location \(location) { proxy_pass \(scheme)://hearth; \(proxying) \(extra) }
      }
      """
    }
  }

  /// Requests, content both ways, and a socket, through whatever stands in between.
  private static func exercise(_ client: () throws -> HTTPTestClient, base: String = "") throws {
    let http = try client()
    for _ in 0..<3 { #expect(try http.request("GET", base + "/health").status == 200) }
    let login = try http.request(
      "POST", base + "/api/auth/login", json: ["username": "admin", "password": "admin123"])
    #expect(login.status == 200, "\(login.text)")
    // The largest content that is taken, in one piece and in chunks.
    let large = [UInt8](repeating: 0x20, count: 1_000_000) + Array("[]".utf8)
    let refused = try http.request("POST", base + "/api/auth/login", body: large)
    #expect(refused.status == 400 && refused.json?["success"] == false, "\(refused.text)")
    #expect(try http.request("GET", base + "/nothing").status == 404)
    let socket = try WebSocketTestClient.connect(try client(), base + "/ws/echo")
    for text in ["a", String(repeating: "long ", count: 40_000)] {
      try socket.send(text: text)
      #expect(try socket.receiveText() == text)
    }
    try socket.sendClose(1000)
    #expect(try socket.receiveClose().code == 1000)
    try socket.receiveEnd()
  }

  @Test func passesRequestsAndSocketsOn() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let nginx = try Self.nginx(to: "127.0.0.1:\(server.port)")
      try Self.exercise { try HTTPTestClient(port: nginx.port) }
    }
  }

  @Test(arguments: ["TLSv1.2", "TLSv1.3"])
  func passesThemOnOverTLSOnBothSides(version: String) async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try ServerProcess(environment: [
        "HEARTH_TLS_CERTIFICATE": certificate.certificateFile, "HEARTH_TLS_KEY": certificate.keyFile,
      ])
      let nginx = try Self.nginx(
        to: "127.0.0.1:\(server.port)", scheme: "https",
        server: "ssl_certificate \(certificate.certificateFile); ssl_certificate_key \(certificate.keyFile);",
        extra: """
          proxy_ssl_protocols \(version);
          proxy_ssl_verify on;
          proxy_ssl_verify_depth 3;
          proxy_ssl_trusted_certificate \(certificate.rootFile);
          proxy_ssl_name localhost;
          proxy_ssl_session_reuse on;
          """)
      try Self.exercise {
        let socket = try WireSocket(host: "127.0.0.1", port: nginx.port)
        try socket.startTLS()
        return HTTPTestClient(socket)
      }
      let errors = nginx.lines(of: "error.log").filter { $0.contains("[error]") || $0.contains("[crit]") }
      #expect(errors.isEmpty)
    }
  }

  @Test func passesThemOnToAUnixSocketBelowABasePath() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let path = folder.path + "/hearth.sock"
      let server = try ServerProcess(
        folder: folder, environment: ["HEARTH_HTTP_BASE_PATH": "/hearth"], listen: "unix:\(path)")
      let nginx = try Self.nginx(to: "unix:\(path)", location: "/hearth/")
      try Self.exercise({ try HTTPTestClient(port: nginx.port) }, base: "/hearth")
      #expect(try HTTPTestClient(try WireSocket(path: path)).request("GET", "/health").status == 404)
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0), "\(server.log)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func aClientThatSendsBeforeItReadsReceivesTheCloseCode() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let nginx = try Self.nginx(to: "127.0.0.1:\(server.port)")
      for _ in 0..<5 {
        let client = try WebSocketTestClient.connect(port: nginx.port, "/ws/broadcast")
        try client.send(binary: [UInt8](repeating: 7, count: 3 << 20))
        #expect(try client.receiveClose().code == 1009)
        try client.sendClose(1009)
        try client.receiveEnd()
      }
    }
  }

  // MARK: - Where a request comes from

  private static func badLogin(_ port: UInt16, from source: String, claiming fields: [(String, String)] = []) throws
    -> Int
  {
    let client = HTTPTestClient(try WireSocket(host: "127.0.0.1", port: port, from: source))
    let name = "nobody-\(source)-\(fields.count)"
    return try client.request(
      "POST", "/api/auth/login", fields: fields, json: ["username": .string(name), "password": "wrong"]
    ).status
  }

  @Test(arguments: [("x-forwarded-for", "X-Forwarded-For"), ("forwarded", "Forwarded")])
  func countsFailedLoginsByTheClientThatTheProxyNames(setting: String, field: String) async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_PROXY_TRUSTED": "127.0.0.1", "HEARTH_PROXY_FIELD": setting, "HEARTH_AUTH_ADDRESS_ATTEMPTS": "2",
      ])
      let writes =
        setting == "forwarded" ? "proxy_set_header Forwarded \"$http_forwarded, for=$remote_addr;proto=$scheme\";" : ""
      let nginx = try Self.nginx(to: "127.0.0.1:\(server.port)", extra: writes)
      // Whatever a client claims about itself, nginx writes behind it where it comes from.
      for claim in ["for=192.0.2.1", "192.0.2.2"] {
        #expect(try Self.badLogin(nginx.port, from: "127.0.0.2", claiming: [(field, claim)]) == 401)
      }
      #expect(try Self.badLogin(nginx.port, from: "127.0.0.2", claiming: [(field, "192.0.2.3")]) == 429)
      #expect(try Self.badLogin(nginx.port, from: "127.0.0.3") == 401)
      // A client that goes around the proxy is believed nothing.
      #expect(try Self.badLogin(server.port, from: "127.0.0.2", claiming: [(field, "192.0.2.4")]) == 429)
      #expect(try Self.badLogin(server.port, from: "127.0.0.4", claiming: [(field, "for=127.0.0.2")]) == 401)
      #expect(server.log.contains("client=127.0.0.2"))
      #expect(!server.log.contains("client=192.0.2."))
    }
  }

  @Test func countsSocketsByTheClientThatTheProxyNames() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_PROXY_TRUSTED": "127.0.0.1", "HEARTH_HTTP_MAX_CONNECTIONS_PER_ADDRESS": "2",
      ])
      let nginx = try Self.nginx(to: "127.0.0.1:\(server.port)")
      func open(from source: String) throws -> WebSocketTestClient.Opening {
        let socket = try WireSocket(host: "127.0.0.1", port: nginx.port, from: source)
        return try WebSocketTestClient.open(HTTPTestClient(socket), "/ws/echo")
      }
      let held = [try open(from: "127.0.0.2"), try open(from: "127.0.0.2")]
      for opening in held { if case .refused(let answer) = opening { Issue.record("refused: \(answer.text)") } }
      guard case .refused(let answer) = try open(from: "127.0.0.2") else {
        Issue.record("a third socket was opened")
        return
      }
      #expect(answer.status == 429 && answer["Retry-After"] != nil, "\(answer.text)")
      guard case .open = try open(from: "127.0.0.3") else {
        Issue.record("another client was refused")
        return
      }
      // Direct peers on the same machine are not counted.
      let direct = try (0..<5).map { _ in try WebSocketTestClient.connect(port: server.port, "/ws/echo") }
      let metrics = try HTTPTestClient(port: server.port).request("GET", "/metrics").text
      #expect(metrics.contains("hearth_connections_refused_total{limit=\"http.max_connections_per_address\"} 1\n"))
      withExtendedLifetime((held, direct)) {}
      server.send(signal: SIGTERM)
      _ = try server.waitForExit()
      let line = server.log.split(separator: "\n").first { $0.contains("connections refused") } ?? ""
      #expect(line.contains("client=127.0.0.2") && line.contains("setting=http.max_connections_per_address"))
    }
  }

  @Test func refusesPlaintextOriginsIfTheProxyUsesTLS() async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try ServerProcess(environment: ["HEARTH_PROXY_TRUSTED": "127.0.0.1"])
      let nginx = try Self.nginx(
        to: "127.0.0.1:\(server.port)",
        server: "ssl_certificate \(certificate.certificateFile); ssl_certificate_key \(certificate.keyFile);")
      func opening(_ origin: String) throws -> WebSocketTestClient.Opening {
        let socket = try WireSocket(host: "127.0.0.1", port: nginx.port)
        try socket.startTLS()
        // Pages of localhost are allowed in development, with TLS or without.
        return try WebSocketTestClient.open(
          HTTPTestClient(socket, authority: "hearth.example"), "/ws/echo", fields: [("Origin", origin)])
      }
      guard case .open = try opening("https://hearth.example") else {
        Issue.record("the own origin was refused")
        return
      }
      guard case .refused(let answer) = try opening("http://hearth.example") else {
        Issue.record("a page without TLS was let in")
        return
      }
      #expect(answer.status == 403)
    }
  }
}
