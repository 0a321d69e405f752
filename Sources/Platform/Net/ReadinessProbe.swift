import CLinux
import Glibc
import Runtime
import TLS

/// A blocking one-shot `GET /ready`, for the health check of a container.
package struct ReadinessProbe {
  /// Where the server listens; `systemd` cannot be asked.
  package var address: ListenAddress
  /// Whether TLS is spoken. The certificate is not checked: nothing secret is sent to one's own machine.
  package var isEncrypted = false
  /// What the server's paths begin with (`/hearth`), or nothing.
  package var basePath = ""

  private static let timeoutSeconds = 5

  package init(_ address: ListenAddress, isEncrypted: Bool = false, basePath: String = "") {
    self.address = address
    self.isEncrypted = isEncrypted
    self.basePath = basePath
  }

  /// What a server answered.
  package struct Answer: Sendable {
    package var status: Int
    /// The content; cut after 16 KiB.
    package var body: [UInt8]
  }

  private static let maxBytes = 16 << 10

  /// Asks once. - Throws: `ProbeError` if there is no answer within five seconds.
  package func ask() throws(ProbeError) -> Answer {
    let descriptor = try connected()
    defer { close(descriptor) }
    let host = if case .tcp(let tcp) = address { tcp.description } else { "localhost" }
    let request = Array("GET \(basePath)/ready HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
    let answer =
      isEncrypted ? try askEncrypted(request, descriptor) : try askPlainly(request, descriptor)
    let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw ProbeError(address: address, reason: "it did not answer in HTTP")
    }
    return Answer(status: status, body: Self.body(of: answer))
  }

  /// Of an answer whose length ends with the connection.
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
    case .systemd: throw ProbeError(address: address, reason: "systemd alone knows where that is")
    }
  }

  private func connected(to tcp: SocketAddress) throws(ProbeError) -> Int32 {
    // A server that listens on all interfaces is asked on loopback.
    let host = tcp.host == "0.0.0.0" ? "127.0.0.1" : tcp.host == "::" ? "::1" : tcp.host
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(tcp.port), &hints, &list) == 0, let first = unsafe list else {
      throw ProbeError(address: address, reason: "the name is not known")
    }
    defer { unsafe freeaddrinfo(list) }
    let descriptor = try unsafe patientSocket(first.pointee.ai_family)
    guard unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      throw failed(descriptor)
    }
    return descriptor
  }

  private func connected(to path: String) throws(ProbeError) -> Int32 {
    let descriptor = try patientSocket(AF_UNIX)
    guard let name = UnixName(path), name.connect(descriptor) == 0 else { throw failed(descriptor) }
    return descriptor
  }

  private func patientSocket(_ family: Int32) throws(ProbeError) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ProbeError(address: address, reason: SystemError.lastReason) }
    var patience = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    return descriptor
  }

  private func failed(_ descriptor: Int32) -> ProbeError {
    defer { close(descriptor) }
    return ProbeError(address: address, reason: SystemError.lastReason)
  }

  private func askPlainly(_ request: [UInt8], _ descriptor: Int32) throws(ProbeError) -> [UInt8] {
    try send(request, descriptor)
    var answer: [UInt8] = []
    while answer.count < Self.maxBytes {
      let received = try receive(descriptor)
      if received.isEmpty { break }
      answer += received
    }
    return answer
  }

  private func askEncrypted(_ request: [UInt8], _ descriptor: Int32) throws(ProbeError) -> [UInt8] {
    var answer: [UInt8] = []
    var output: [UInt8] = []
    do {
      let session = try TLSSession(.unverifiedClient(), protocols: ["http/1.1"])
      try session.start()
      var asked = false
      let deadline = ContinuousClock.now + .seconds(Self.timeoutSeconds)
      while answer.count < Self.maxBytes, session.phase != .peerFinished, ContinuousClock.now < deadline {
        if session.phase == .open, !asked {
          asked = true
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
      throw ProbeError(address: address, reason: "it does not speak TLS: \(error)")
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

/// A server could not be asked.
package struct ProbeError: Error, Sendable, CustomStringConvertible {
  package var address: ListenAddress
  package var reason: String
  package var description: String { "cannot reach \(address): \(reason)" }
}
