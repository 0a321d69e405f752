import TLS
import TestSupport

/// Both sides of a TLS connection, connected in memory.
struct TLSPair {
  static let certificate = Result { try TestCertificate() }

  let client: TLSSession
  let server: TLSSession
  /// The bytes that each side has decrypted.
  var heardByClient: [UInt8] = []
  var heardByServer: [UInt8] = []

  init(
    upTo version: TLSContext.Version = .tls13, protocols: [String] = ["http/1.1"],
    certificate: TestCertificate? = nil
  ) throws {
    let certificate = try certificate ?? Self.certificate.get()
    server = try TLSSession(.server(certificate: certificate.certificate, key: certificate.key))
    client = try TLSSession(.unverifiedClient(upTo: version), protocols: protocols)
    try client.start()
  }

  /// Transfers the output of both sides until neither has any.
  /// - Parameter pieces: bytes that arrive at once.
  mutating func carry(pieces: Int = .max) throws {
    while client.hasOutput || server.hasOutput {
      for piece in Self.cut(Self.output(of: client), pieces) { try Self.give(piece, server, &heardByServer) }
      for piece in Self.cut(Self.output(of: server), pieces) { try Self.give(piece, client, &heardByClient) }
    }
  }

  static func output(of session: TLSSession) -> [UInt8] {
    var output: [UInt8] = []
    session.takeOutput(into: &output)
    return output
  }

  static func give(_ bytes: [UInt8], _ session: TLSSession, _ heard: inout [UInt8]) throws {
    var plain: [UInt8] = []
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { try unsafe session.receive(bytes) { unsafe plain.append(contentsOf: $0) } }
    }
    heard += plain
    _ = try result.get()
  }

  static func say(_ bytes: [UInt8], _ session: TLSSession) throws -> [UInt8] {
    var output: [UInt8] = []
    try session.seal(bytes, into: &output)
    return output
  }

  private static func cut(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))).map {
      Array(bytes[$0..<min(bytes.count, $0 + min(size, bytes.count))])
    }
  }
}
