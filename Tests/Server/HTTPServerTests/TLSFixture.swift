import API
import HTTPCodec
import HTTPServer
import Runtime
import TLS
import TestSupport

/// Servers with TLS, and their clients.
enum TLSFixture {
  static let certificate = Result { try TestCertificate() }

  static let routes = [
    Route("GET", "/", authentication: .none) { request in .text(request.isSecure ? "secure" : "plain") },
    Route("POST", "/", authentication: .none) { request in Response(status: 200, body: request.body) },
    Route("GET", "/large", authentication: .none) { _ in Response(status: 200, body: large) },
    // More than the kernel holds.
    Route("GET", "/huge", authentication: .none) { _ in
      Response(status: 200, body: Array(repeating: 97, count: 8 << 20))
    },
  ]

  /// 1 MiB, whose parts differ by where they stand.
  static let large = {
    var bytes = (0..<251).map { UInt8($0) }
    while bytes.count < 1 << 20 { bytes += bytes }
    return bytes
  }()

  static func context() throws -> TLSContext {
    let certificate = try certificate.get()
    return try .server(certificate: certificate.certificate, key: certificate.key)
  }

  static func configuration(_ change: (inout HTTPConfiguration) -> Void = { _ in }) throws -> HTTPConfiguration {
    var configuration = HTTPConfiguration()
    configuration.tls = HotSwappable(try context())
    // Tests that mean a deadline set it; the others must not meet one where the machine is busy.
    configuration.headerTimeout = .seconds(600)
    configuration.bodyTimeout = .seconds(600)
    configuration.handshakeTimeout = .seconds(600)
    change(&configuration)
    return configuration
  }

  /// For tests of what comes over, not of how fast: machines that build are slow.
  static func patient() throws -> HTTPConfiguration {
    try configuration {
      $0.limits.maxBodyBytes = 16 << 20
      $0.headerTimeout = .seconds(120)
      $0.bodyTimeout = .seconds(120)
      $0.handshakeTimeout = .seconds(120)
    }
  }

  static func socket(
    _ port: UInt16, upTo version: TLSContext.Version = .tls13, chunk: Int = .max, receiveBuffer: Int? = nil
  ) throws -> WireSocket {
    let socket = try WireSocket(host: "127.0.0.1", port: port, receiveBuffer: receiveBuffer)
    try socket.startTLS(upTo: version, chunk: chunk, within: .seconds(60))
    return socket
  }

  static func client(_ port: UInt16, upTo version: TLSContext.Version = .tls13, chunk: Int = .max) throws
    -> HTTPTestClient
  {
    HTTPTestClient(try socket(port, upTo: version, chunk: chunk), limit: .seconds(60))
  }
}
