import API
import HTTPServer
import Runtime
import TLS
import TestSupport
import Testing

@testable import LanguageModel

/// The client against this server with TLS, whose root no system trusts.
@Suite struct ChatClientTLSTests {
  private static let certificate = Result { try TestCertificate() }

  /// The certificates that the client trusts.
  private enum Trust {
    case testRoot, systems, missingFile

    func file(_ certificate: TestCertificate) -> String? {
      switch self {
      case .testRoot: certificate.rootFile
      case .systems: nil
      case .missingFile: certificate.folder.path + "/none.pem"
      }
    }
  }

  /// - Parameter address: the listening address; the certificate is for `localhost` and 127.0.0.1.
  private func run(
    listen address: String = "127.0.0.1", host: String = "localhost",
    trust: Trust = .testRoot, _ body: (ClientHarness, Locked<Int>) async throws -> Void
  ) async throws {
    let certificate = try Self.certificate.get()
    var http = HTTPConfiguration()
    http.tls = HotSwappable(try .server(certificate: certificate.certificate, key: certificate.key))
    let asked = Locked(0)
    let route = Route("POST", "/v1/chat/completions", authentication: .none) { _ in
      asked.withLock { $0 += 1 }
      return .text(
        "data: {\"choices\":[{\"delta\":{\"content\":\"safe\"},\"finish_reason\":\"stop\"}]}\n\n",
        contentType: "text/event-stream")
    }
    let server = try await TestServer(routes: [route], http: http, listen: "\(address):0")
    try await withFixture(server) { server in
      try await ClientHarness(change: {
        $0.baseURL = "https://\(host):\(server.port)/v1"
        $0.certificateFile = trust.file(certificate)
        $0.retries.count = 0
      }).run { try await body($0, asked) }
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"]) func connectsOverTLSToATrustedServer(_ host: String) async throws {
    try await run(host: host) { harness, _ in
      for _ in 0..<2 { #expect(await harness.ask().deltas == ["safe"]) }
    }
  }

  @Test func sendsNothingToAnUntrustedServer() async throws {
    try await run(trust: .systems) { harness, asked in
      #expect(await harness.failure() == .unreachable(.certificate))
      #expect(asked.withLock { $0 } == 0)
    }
  }

  @Test func sendsNothingIfTheCertificateNameDiffers() async throws {
    try await run(listen: "127.0.0.2", host: "127.0.0.2") { harness, asked in
      #expect(await harness.failure() == .unreachable(.certificate))
      #expect(asked.withLock { $0 } == 0)
    }
  }

  @Test func reportsUnreadableTrustedCertificates() async throws {
    try await run(trust: .missingFile) { harness, _ in
      #expect(await harness.failure() == .unreachable(.certificate))
    }
  }

  @Test func reportsAnEndpointWithoutTLS() async throws {
    try await withFixture(try await TestServer()) { plain in
      try await ClientHarness(change: {
        $0.baseURL = "https://127.0.0.1:\(plain.port)/v1"
        $0.retries.count = 0
      }).run { #expect(await $0.failure() == .unreachable(.tls)) }
    }
  }
}
