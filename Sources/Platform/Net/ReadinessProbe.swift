import CLinux
import Glibc
import Runtime
import TLS

/// A blocking `GET /ready` request, for the health check of a container.
package struct ReadinessProbe {
  /// The address of the server; `systemd` is not supported.
  package var address: ListenAddress
  /// Whether the server uses TLS. The certificate is not verified, because the request contains no secret.
  package var isEncrypted = false
  /// The prefix of the server's paths, such as `/hearth`; empty for none.
  package var basePath = ""

  private static let timeoutSeconds = 5

  /// - Parameters:
  ///   - address: the address of the server.
  ///   - isEncrypted: whether it uses TLS.
  ///   - basePath: the prefix of its paths.
  package init(_ address: ListenAddress, isEncrypted: Bool = false, basePath: String = "") {
    self.address = address
    self.isEncrypted = isEncrypted
    self.basePath = basePath
  }

  /// The response of the server.
  package struct Answer: Sendable {
    /// The status code.
    package var status: Int
    /// The content, cut to 16 KiB.
    package var body: [UInt8]
  }

  private static let maxBytes = 16 << 10

  /// Sends the request. - Throws: `ProbeError` if there is no response within five seconds.
  package func ask() throws(ProbeError) -> Answer {
    let descriptor = try connected()
    defer { close(descriptor) }
    let host = if case .tcp(let tcp) = address { tcp.description } else { "localhost" }
    let request = Array("GET \(basePath)/ready HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
    let answer =
      isEncrypted ? try requestEncrypted(request, descriptor) : try requestPlainly(request, descriptor)
    let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw ProbeError(address: address, reason: "the response is not HTTP")
    }
    return Answer(status: status, body: Self.body(of: answer))
  }

  /// The content of a response that ends with the connection.
  private static func body(of answer: [UInt8]) -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    guard answer.count > end.count else { return [] }
    let start = (0...(answer.count - end.count)).first { answer[$0...].starts(with: end) }
    return start.map { Array(answer[($0 + end.count)...]) } ?? []
  }

  private func connected() throws(ProbeError) -> Int32 {
    switch address {
    case .tcp(let tcp): try connected(to: tcp)
    case .unix(let path): try connected(to: path)
    case .systemd: throw ProbeError(address: address, reason: "the address is known to systemd only")
    }
  }

  private func connected(to tcp: SocketAddress) throws(ProbeError) -> Int32 {
    // A server that listens on all interfaces is probed on loopback.
    let host = tcp.host == "0.0.0.0" ? "127.0.0.1" : tcp.host == "::" ? "::1" : tcp.host
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(tcp.port), &hints, &list) == 0, let first = unsafe list else {
      throw ProbeError(address: address, reason: "unknown host name")
    }
    defer { unsafe freeaddrinfo(list) }
    let descriptor = try unsafe socketWithTimeout(first.pointee.ai_family)
    guard unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      throw failed(descriptor)
    }
    return descriptor
  }

  private func connected(to path: String) throws(ProbeError) -> Int32 {
    let descriptor = try socketWithTimeout(AF_UNIX)
    guard let name = UnixName(path), name.connect(descriptor) == 0 else { throw failed(descriptor) }
    return descriptor
  }

  private func socketWithTimeout(_ family: Int32) throws(ProbeError) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ProbeError(address: address, reason: SystemError.lastReason) }
    var timeout = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    return descriptor
  }

  private func failed(_ descriptor: Int32) -> ProbeError {
    defer { close(descriptor) }
    return ProbeError(address: address, reason: SystemError.lastReason)
  }

  private func requestPlainly(_ request: [UInt8], _ descriptor: Int32) throws(ProbeError) -> [UInt8] {
    try send(request, descriptor)
    var answer: [UInt8] = []
    while answer.count < Self.maxBytes {
      let received = try receive(descriptor)
      if received.isEmpty { break }
      answer += received
    }
    return answer
  }

  private func requestEncrypted(_ request: [UInt8], _ descriptor: Int32) throws(ProbeError) -> [UInt8] {
    var answer: [UInt8] = []
    var output: [UInt8] = []
    do {
      let session = try TLSSession(.unverifiedClient(), protocols: ["http/1.1"])
      try session.start()
      var isSent = false
      let deadline = ContinuousClock.now + .seconds(Self.timeoutSeconds)
      while answer.count < Self.maxBytes, session.phase != .peerFinished, ContinuousClock.now < deadline {
        if session.phase == .open, !isSent {
          isSent = true
          try session.seal(request, into: &output)
        }
        session.takeOutput(into: &output)
        try send(output, descriptor)
        output = []
        let received = try receive(descriptor)
        if received.isEmpty { break }
        _ = try unsafe received.withUnsafeBytes { bytes in
          try unsafe session.receive(bytes) { unsafe answer.append(contentsOf: $0) }
        }
      }
      return answer
    } catch let error as ProbeError {
      throw error
    } catch {
      throw ProbeError(address: address, reason: "the TLS handshake failed: \(error)")
    }
  }

  private func send(_ bytes: [UInt8], _ descriptor: Int32) throws(ProbeError) {
    guard unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw ProbeError(address: address, reason: SystemError.lastReason)
    }
  }

  private func receive(_ descriptor: Int32) throws(ProbeError) -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: 16384)
    let count = unsafe recv(descriptor, &answer, answer.count, 0)
    guard count >= 0 else { throw ProbeError(address: address, reason: SystemError.lastReason) }
    return Array(answer.prefix(count))
  }
}

/// The error of a probe without a response.
package struct ProbeError: Error, Sendable, CustomStringConvertible {
  /// The address of the server.
  package var address: ListenAddress
  /// The reason, mostly of the system.
  package var reason: String
  /// A sentence for the operator.
  package var description: String { "cannot reach \(address): \(reason)" }
}
