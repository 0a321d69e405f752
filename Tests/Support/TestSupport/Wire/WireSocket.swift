import Glibc
import Runtime
package import TLS

/// A TCP connection to a server under test: blocking calls, each with a time limit.
///
/// A call blocks its thread, so the server must not need that thread; `runBlocking` gives a test a thread of its own.
/// Not `Sendable`: one connection, one thread at a time.
package final class WireSocket {
  private let descriptor: Int32
  /// Whether the peer has reset the connection (`ECONNRESET`).
  package private(set) var wasReset = false
  /// The declarations of the server; nil if nothing is known about it.
  let contract: (any ServerContract)?
  /// nil without TLS.
  private var tls: TLSSession?

  /// Connects to a numeric IPv4 or IPv6 address, or a name.
  /// - Parameters:
  ///   - source: an IPv4 address of this machine to come from.
  ///   - receiveBuffer: bytes of the kernel's receive buffer; small makes a slow reader.
  /// - Throws: `WireError.cannotConnect`, `WireError.timedOut`.
  package init(
    host: String, port: UInt16, from source: String? = nil, receiveBuffer: Int? = nil,
    within limit: Duration = .seconds(10)
  ) throws(WireError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
      throw .cannotConnect("no address for \(host)")
    }
    defer { unsafe freeaddrinfo(list) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    contract = ServerContracts.find(port: port)
    descriptor = unsafe socket(first.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw .cannotConnect(SystemError.lastReason) }
    if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, Int32(clamping: receiveBuffer)) }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    if let source { try bind(to: source) }
    if unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) != 0 {
      guard errno == EINPROGRESS else { throw .cannotConnect(SystemError.lastReason) }
      try wait(for: POLLOUT, what: "connect", until: .now + limit)
      let code = pendingError
      guard code == 0 else { throw .cannotConnect(SystemError.reason(of: code)) }
    }
  }

  /// Connects to a socket in the file system.
  package init(path: String) throws(WireError) {
    contract = nil
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .cannotConnect(SystemError.lastReason) }
    guard unsafe UnixAddress.use(path, { unsafe connect(descriptor, $0, $1) }) == 0 else {
      throw .cannotConnect(SystemError.lastReason)
    }
  }

  deinit { close(descriptor) }

  /// Sends all of `bytes`.
  /// - Throws: `WireError.timedOut` if the server does not read, `WireError.ended` where it has gone.
  package func send(_ bytes: [UInt8], within limit: Duration = .seconds(10)) throws(WireError) {
    try sendPlainly(
      try tls.map { session throws(WireError) in try Self.sealed(bytes, session) } ?? bytes, within: limit)
  }

  /// Sends bytes as they are, even with TLS.
  package func sendPlainly(_ bytes: [UInt8], within limit: Duration = .seconds(10)) throws(WireError) {
    let deadline = ContinuousClock.now + limit
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, what: "send", until: deadline)
      } else if errno != EINTR {
        throw .ended(what: "send", received: SystemError.lastReason)
      }
    }
  }

  /// Waits for bytes and takes those that are there.
  /// - Returns: nothing if the peer has ended the connection, also by a reset.
  /// - Throws: `WireError.timedOut`.
  package func receive(until deadline: ContinuousClock.Instant) throws(WireError) -> [UInt8] {
    guard let tls else { return try receivePlainly(until: deadline) }
    while true {
      let bytes = try receivePlainly(until: deadline)
      let opened = try opened(bytes, tls)
      if !opened.isEmpty || bytes.isEmpty || tls.phase == .peerFinished { return opened }
    }
  }

  /// Receives like `receive`, before decryption.
  package func receivePlainly(until deadline: ContinuousClock.Instant) throws(WireError) -> [UInt8] {
    while true {
      try wait(for: POLLIN, what: "receive", until: deadline)
      var failure: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, used in
        let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count < 0 { failure = errno }
        if failure == ECONNRESET { wasReset = true }
        used = max(0, count)
      }
      if failure != EAGAIN && failure != EINTR { return bytes }
    }
  }

  /// Shuts down the sending half of the connection; receiving continues.
  package func finishSending() {
    if tls != nil { try? sendCloseNotify() }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes the end of this object a reset (RST) instead of an orderly end.
  package func resetWhenClosed() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  private func wait(for events: Int32, what: String, until deadline: ContinuousClock.Instant) throws(WireError) {
    guard Poll.wait(descriptor, for: events, until: deadline) else { throw .timedOut(what: what, received: "") }
  }

  private func bind(to source: String) throws(WireError) {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    unsafe inet_pton(AF_INET, source, &name.sin_addr)
    let descriptor = descriptor
    let code = unsafe withUnsafePointer(to: name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw .cannotConnect(SystemError.lastReason) }
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    unsafe setsockopt(descriptor, level, option, &value, 4)
  }

  private var pendingError: Int32 {
    var code: Int32 = 0
    var length: socklen_t = 4
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code
  }

  // MARK: - TLS

  /// Starts TLS without verifying the certificate.
  /// - Parameters:
  ///   - protocols: what is offered by ALPN.
  ///   - chunk: how many bytes of the handshake go out at once.
  /// - Throws: `WireError.malformed` with OpenSSL's error if the server breaks a rule or refuses;
  ///   `WireError.ended`, `WireError.timedOut`.
  package func startTLS(
    upTo version: TLSContext.Version = .tls13, protocols: [String] = ["http/1.1"], chunk: Int = .max,
    within limit: Duration = .seconds(10)
  ) throws(WireError) {
    let session: TLSSession
    do {
      session = try TLSSession(.unverifiedClient(upTo: version), protocols: protocols)
      try session.start()
    } catch {
      throw .malformed("TLS: \(error)")
    }
    let deadline = ContinuousClock.now + limit
    while true {
      var output: [UInt8] = []
      session.takeOutput(into: &output)
      var start = 0
      while start < output.count {
        let end = min(output.count, start + min(chunk, output.count))
        try sendPlainly(Array(output[start..<end]), within: limit)
        start = end
      }
      guard session.phase == .handshaking else { break }
      let bytes = try receivePlainly(until: deadline)
      guard !bytes.isEmpty else { throw .ended(what: "the handshake", received: "") }
      _ = try opened(bytes, session)
    }
    tls = session
  }

  /// Sends `bytes` as one record, `chunk` bytes of it at once.
  package func send(_ bytes: [UInt8], chunk: Int) throws(WireError) {
    guard let tls else { return try sendPlainly(bytes) }
    let record = try Self.sealed(bytes, tls)
    for start in stride(from: 0, to: record.count, by: chunk) {
      try sendPlainly(Array(record[start..<min(record.count, start + chunk)]))
    }
  }

  /// `TLSv1.3`, and the protocol that was agreed on.
  package var tlsVersion: String? { tls?.version }
  /// The protocol that ALPN selected; nil without TLS or ALPN.
  package var tlsProtocol: String? { tls?.applicationProtocol }

  /// Whether the peer has sent `close_notify`, which distinguishes an end from a truncated stream.
  package var receivedCloseNotify: Bool { tls?.phase == .peerFinished }

  /// Sends `close_notify` (RFC 8446 §6.1); the TCP connection stays open in both directions.
  package func sendCloseNotify() throws(WireError) {
    guard let tls else { return }
    tls.close()
    var output: [UInt8] = []
    tls.takeOutput(into: &output)
    try sendPlainly(output)
  }

  private static func sealed(_ bytes: [UInt8], _ session: TLSSession) throws(WireError) -> [UInt8] {
    var output: [UInt8] = []
    do throws(TLSError) { try session.seal(bytes, into: &output) } catch { throw .malformed("TLS: \(error)") }
    return output
  }

  /// Decrypts `bytes` of the wire and sends the responses of TLS itself.
  private func opened(_ bytes: [UInt8], _ session: TLSSession) throws(WireError) -> [UInt8] {
    var plain: [UInt8] = []
    let result = unsafe bytes.withUnsafeBytes { bytes -> Result<Void, TLSError> in
      do throws(TLSError) {
        _ = try unsafe session.receive(bytes) { unsafe plain.append(contentsOf: $0) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result { throw .malformed("TLS: \(error)") }
    return plain
  }
}
