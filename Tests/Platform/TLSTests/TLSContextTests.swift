import TLS
import TestSupport
import Testing

@Suite struct TLSContextTests {
  private static let begin = "-----BEGIN CERTIFICATE-----\n"

  @Test func reportsTheErrorInTheFiles() throws {
    let good = try TLSPair.certificate.get()
    let other = try TestCertificate(name: "Other")
    let nothing = Array("nothing\n".utf8)
    let rows: [([UInt8], [UInt8], TLSIdentityError)] = [
      ([], good.key, .noCertificate),
      (nothing, good.key, .noCertificate),
      (Array((Self.begin + "!!!\n").utf8), good.key, .noCertificate),
      (good.key, good.key, .noCertificate),
      (good.certificate, [], .noKey),
      (good.certificate, nothing, .noKey),
      (good.certificate, good.certificate, .noKey),
      (good.certificate, other.key, .keyOfAnotherCertificate),
      (good.certificate + Array((Self.begin + "AAAA\n").utf8), good.key, .damagedChain),
    ]
    for (certificate, key, error) in rows {
      #expect(throws: error, "\(error)") { try TLSContext.server(certificate: certificate, key: key) }
    }
    _ = try TLSContext.server(certificate: good.certificate, key: good.key)
    // One file with both, as some tools write it.
    _ = try TLSContext.server(certificate: good.key + good.certificate, key: good.key + good.certificate)
  }

  @Test func refusesAnEncryptedKeyWithoutAPrompt() async throws {
    let good = try TLSPair.certificate.get()
    try await runBlocking {
      let run = try ProgramRun([
        "/bin/sh", "-c", "openssl pkey -in '\(good.keyFile)' -aes128 -passout pass:secret",
      ])
      try #require(run.exit == .code(0))
      let key = Array((run.output.joined(separator: "\n") + "\n").utf8)
      #expect(throws: TLSIdentityError.encryptedKey) { try TLSContext.server(certificate: good.certificate, key: key) }
    }
  }

  @Test func sendsTheCertificateChain() throws {
    let good = try TLSPair.certificate.get()
    var whole = try TLSPair(upTo: .tls12)
    try TLSPair.give(TLSPair.output(of: whole.client), whole.server, &whole.heardByServer)
    let flight = TLSPair.output(of: whole.server)
    // TLS 1.2 sends certificates unencrypted.
    #expect(flight.count > good.certificate.count / 2)
    #expect(String(decoding: flight, as: UTF8.self).contains("signer"))
  }
}
