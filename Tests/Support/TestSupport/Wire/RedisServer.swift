import Foundation
import Glibc
import Runtime

/// A real Redis server of a test's own, on a Unix socket and, with a certificate, on a TLS port. Its calls block; see `WireSocket`.
///
/// It ends with this object.
package final class RedisServer: Sendable {
  /// The address of the Unix socket.
  package let address: String
  /// The port with TLS; 0 without a certificate.
  package let tlsPort: UInt16
  private let folder: TemporaryFolder
  private let child: Locked<ChildProcess>

  /// Starts the server. - Parameter password: required from clients, unless it is empty.
  /// - Throws: `WireError.server` if it is not installed or does not start.
  package init(password: String = "", certificate: TestCertificate? = nil) throws {
    folder = try TemporaryFolder()
    address = "unix://" + folder.path + "/redis.sock"
    tlsPort = certificate == nil ? 0 : try Self.freePort()
    var configuration = """
      port 0
      unixsocket \(folder.path)/redis.sock
      dir \(folder.path)
      save ""
      logfile \(folder.path)/server.log
      """
    if !password.isEmpty { configuration += "\nrequirepass \(password)" }
    if let certificate {
      configuration += """

        bind 127.0.0.1
        tls-port \(tlsPort)
        tls-cert-file \(certificate.certificateFile)
        tls-key-file \(certificate.keyFile)
        tls-auth-clients no
        """
    }
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder.path + "/redis.conf"))
    let programs = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"]
    guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw WireError.server("Redis is not installed; scripts/install-packages redis-server does it")
    }
    child = Locked(
      try ChildProcess(
        command: [program], arguments: [folder.path + "/redis.conf"], environment: [:], log: folder.path + "/errors"))
    let deadline = ContinuousClock.now + .seconds(30)
    // "Ready to accept connections", or with a Unix socket alone "The server is now ready to accept connections at".
    while !String(decoding: folder.contents(of: "server.log") ?? [], as: UTF8.self).contains(
      "eady to accept connections")
    {
      guard .now < deadline else { throw WireError.server("Redis does not start: see its log") }
      usleep(5_000)
    }
  }

  deinit { stop() }

  /// Ends the server with SIGKILL and waits for its end.
  package func stop() {
    child.withLock { child in
      child.send(signal: SIGKILL)
      _ = try? child.waitForExit(until: .now + .seconds(30))
    }
  }

  /// A port that was free a moment ago: Redis takes no descriptor of a socket.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw WireError.server("no free port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
