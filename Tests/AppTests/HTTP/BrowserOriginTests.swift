import Glibc
import JSONCodec
import TestSupport
import Testing

/// Pages in browsers, and clients that send an origin of their own.
@Suite struct BrowserOriginTests {
  private static let origins = [
    "http://localhost:5173", "https://localhost", "http://127.0.0.1:3000", "http://127.1.2.3:1", "http://[::1]:8080",
    "http://app.localhost:4200",
  ]

  @Test func pagesOfThisMachineWorkInDevelopment() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let http = try HTTPTestClient(port: user.server.port)
      for origin in Self.origins {
        let preflight = try http.request(
          "OPTIONS", "/api/v1/meal-logs",
          fields: [
            ("Origin", origin), ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "authorization,content-type"),
          ])
        #expect(preflight.status == 204 && preflight["Access-Control-Allow-Origin"] == origin)
        #expect(preflight["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
        for path in ["/health", "/api/v1/meal-logs", "/nothing"] {
          let answer = try http.request("GET", path, fields: [("Origin", origin)], token: user.token)
          #expect(answer["Access-Control-Allow-Origin"] == origin, "\(path)")
        }
        _ = try WebSocketTestClient.connect(port: user.server.port, "/ws/echo", fields: [("Origin", origin)])
      }
      #expect(try http.request("GET", "/health")["Access-Control-Allow-Origin"] == nil)
    }
  }

  /// The documented accounts are needed to sign in, but no origin is accepted without `--dev`.
  @Test func otherOriginsAreRefusedAndTheSettingIsNamed() async throws {
    try await runBlocking {
      let server = try ServerProcess(arguments: [])
      let http = try HTTPTestClient(port: server.port)
      let origin = ("Origin", "http://localhost:5173")
      let host = ("Host", "hearth.example")
      let preflight = try http.request(
        "OPTIONS", "/api/v1/meal-logs", fields: [host, origin, ("Access-Control-Request-Method", "GET")])
      #expect(preflight.status == 403 && preflight.text.contains("cors.allowed_origins"), "\(preflight.text)")
      let answer = try http.request("GET", "/health", fields: [host, origin])
      #expect(answer.status == 200 && answer["Access-Control-Allow-Origin"] == nil)
      let opening = try WebSocketTestClient.open(port: server.port, "/ws/meal-logs", fields: [host, origin])
      guard case .refused(let refusal) = opening else {
        Issue.record("an origin that is not listed was let in")
        return
      }
      #expect(refusal.status == 403 && refusal.text.contains("websocket.allowed_origins"), "\(refusal.text)")
      server.send(signal: SIGTERM)
      _ = try server.waitForExit()
      for setting in ["cors.allowed_origins", "websocket.allowed_origins"] {
        let lines = server.log.split(separator: "\n").filter { $0.contains("origin refused") && $0.contains(setting) }
        #expect(lines.count == 1 && lines.first?.contains("http://localhost:5173") == true, "\(server.log)")
      }
    }
  }

  /// Starscream sends the address of the socket (`wss://host:port`), React Native the same as `https://host:port`. nginx
  /// passes the host on without its port.
  @Test(.enabled(if: NginxProcess.isInstalled, Comment(rawValue: NginxProcess.whyNot)), arguments: [true, false])
  func acceptsOriginsOfNativeClientsThroughNginx(isEncrypted: Bool) async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try ServerProcess(
        arguments: ["--dev"],
        environment: ["HEARTH_PROXY_TRUSTED": "127.0.0.1", "HEARTH_WEBSOCKET_ALLOWED_ORIGINS": "https://app.example"])
      let files = "ssl_certificate \(certificate.certificateFile); ssl_certificate_key \(certificate.keyFile);"
      let nginx = try NginxProcess { listen in
        """
        server {
          listen \(listen)\(isEncrypted ? " ssl; \(files)" : ";")
          location / {
            proxy_pass http://127.0.0.1:\(server.port);
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection upgrade;
          }
        }
        """
      }
      func opening(_ origin: String, host: String) throws -> WebSocketTestClient.Opening {
        let socket = try WireSocket(host: "127.0.0.1", port: nginx.port)
        if isEncrypted { try socket.startTLS() }
        return try WebSocketTestClient.open(
          HTTPTestClient(socket), "/ws/echo", fields: [("Host", host), ("Origin", origin)])
      }
      let suffix = isEncrypted ? "s" : ""
      let address = "hearth.example:\(nginx.port)"
      for origin in ["ws\(suffix)://\(address)", "http\(suffix)://\(address)", "https://app.example:443"] {
        guard case .open = try opening(origin, host: address) else {
          Issue.record("\(origin) was refused")
          continue
        }
      }
      for origin in ["http\(suffix)://evil.example", "http://app.example", "https://app.example:8443"] {
        guard case .refused(let answer) = try opening(origin, host: address) else {
          Issue.record("\(origin) was let in")
          continue
        }
        #expect(answer.status == 403)
      }
    }
  }
}
