import TestSupport
import Testing

/// The real server and the `openssl s_client` program.
@Suite struct OpenSSLClientTests {
  private static func server(_ certificate: TestCertificate) throws -> ServerProcess {
    try ServerProcess(environment: [
      "HEARTH_TLS_CERTIFICATE": certificate.certificateFile, "HEARTH_TLS_KEY": certificate.keyFile,
    ])
  }

  private static func run(_ server: ServerProcess, _ arguments: String, input: String = "") throws -> ProgramRun {
    try ProgramRun([
      "/bin/bash", "-c",
      "printf '%b' '\(input)' | exec timeout 50 openssl s_client -connect 127.0.0.1:\(server.port) \(arguments) 2>&1",
    ])
  }

  private static let request = "GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n"

  @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
  func verifiesTheChainAndIsAnswered(version: String, name: String) async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try Self.server(certificate)
      let run = try Self.run(
        server,
        "\(version) -ign_eof -CAfile \(certificate.rootFile) -verify_return_error -verify_hostname localhost "
          + "-servername localhost -alpn h2,http/1.1",
        input: Self.request)
      let output = run.output.joined(separator: "\n")
      #expect(run.exit == .code(0), "\(output)")
      for words in ["Verify return code: 0 (ok)", "ALPN protocol: http/1.1", "HTTP/1.1 200 OK", name] {
        #expect(output.contains(words), "\(words) is not in \(output)")
      }
      #expect(!output.contains("Compression: zlib"))
    }
  }

  @Test(arguments: ["-tls1", "-tls1_1"])
  func refusesOldVersions(version: String) async throws {
    try await runBlocking {
      let server = try Self.server(try TestCertificate())
      let run = try Self.run(server, "\(version) -cipher DEFAULT@SECLEVEL=0", input: Self.request)
      let output = run.output.joined(separator: "\n")
      #expect(run.exit != .code(0))
      #expect(output.contains("alert protocol version"), "\(output)")
    }
  }

  /// Without forward secrecy or authenticated encryption (RFC 9325 §4.1).
  @Test(arguments: ["AES128-SHA", "ECDHE-ECDSA-AES128-SHA", "AES128-GCM-SHA256", "NULL", "aNULL"])
  func refusesWeakCiphers(cipher: String) async throws {
    try await runBlocking {
      let server = try Self.server(try TestCertificate())
      let run = try Self.run(server, "-tls1_2 -cipher \(cipher)@SECLEVEL=0", input: Self.request)
      #expect(run.exit != .code(0))
      #expect(!run.output.contains { $0.contains("HTTP/1.1 200") })
    }
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func resumesSessionsByTickets(version: String) async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try Self.server(certificate)
      let file = certificate.folder.path + "/session.pem"
      let first = try Self.run(server, "\(version) -ign_eof -sess_out \(file)", input: Self.request)
      #expect(first.output.contains { $0.hasPrefix("New, TLSv1.") })
      let second = try Self.run(server, "\(version) -ign_eof -sess_in \(file)", input: Self.request)
      #expect(second.output.contains { $0.hasPrefix("Reused, TLSv1.") }, "\(second.output)")
      #expect(second.output.contains { $0.contains("HTTP/1.1 200 OK") })
    }
  }

  @Test func refusesToNegotiateAgain() async throws {
    try await runBlocking {
      let server = try Self.server(try TestCertificate())
      // "R" asks for it; the input stays open, so that only the refusal can end the client.
      let run = try ProgramRun([
        "/bin/bash", "-c",
        "timeout 50 openssl s_client -connect 127.0.0.1:\(server.port) -tls1_2 < <(echo R; exec sleep 60) 2>&1",
      ])
      let output = run.output.joined(separator: "\n")
      #expect(output.contains("RENEGOTIATING"))
      #expect(output.contains("no renegotiation"), "\(output)")
    }
  }
}
