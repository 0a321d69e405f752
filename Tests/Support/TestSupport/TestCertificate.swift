import Foundation

/// Certificates for `localhost` that the `openssl` program makes, in a folder of their own.
package final class TestCertificate: Sendable {
  /// The folder of the PEM files.
  package let folder: TemporaryFolder
  /// PEM files: the server's certificate with the one that signed it, its key, and the root.
  package var certificateFile: String { folder.path + "/certificate.pem" }
  /// The path of the key.
  package var keyFile: String { folder.path + "/key.pem" }
  /// The path of the root certificate.
  package var rootFile: String { folder.path + "/root.pem" }

  /// A root, a certificate that it signed for signing, and the server's, signed by that one.
  /// - Parameter name: the organisation in the server's certificate, to distinguish two of them.
  package init(name: String = "Hearth") throws {
    folder = try TemporaryFolder()
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    let ca = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign"
    try run("req -x509 \(key) -keyout root.key -out root.pem -subj /CN=root \(ca)")
    try run("req -x509 \(key) -keyout signer.key -out signer.pem -subj /CN=signer -CA root.pem -CAkey root.key \(ca)")
    try run(
      "req -x509 \(key) -keyout key.pem -out own.pem -subj /O=\(name)/CN=localhost -CA signer.pem -CAkey signer.key "
        + "-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext basicConstraints=CA:FALSE")
    let chain = (folder.contents(of: "own.pem") ?? []) + (folder.contents(of: "signer.pem") ?? [])
    try Data(chain).write(to: URL(fileURLWithPath: certificateFile))
  }

  /// The certificate chain in PEM.
  package var certificate: [UInt8] { folder.contents(of: "certificate.pem") ?? [] }
  /// The key in PEM.
  package var key: [UInt8] { folder.contents(of: "key.pem") ?? [] }

  private func run(_ arguments: String) throws {
    let log = folder.path + "/openssl.log"
    let program = try ProgramRun(
      ["/bin/sh", "-c", "cd '\(folder.path)' && umask 077 && exec openssl \(arguments)"], log: log)
    guard program.exit == .code(0) else {
      throw WireError.server(String(decoding: folder.contents(of: "openssl.log") ?? [], as: UTF8.self))
    }
  }
}
