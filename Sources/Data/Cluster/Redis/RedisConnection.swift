import Glibc
import Runtime
import TLS

/// A blocking connection to a Redis server. It belongs to one thread.
///
/// Each wait has a deadline. After an error the connection cannot be used any more.
final class RedisConnection {
  /// The longest wait for a connection, or for a reply.
  static let timeout: Duration = .seconds(3)

  let descriptor: Int32
  private let tls: TLSSession?
  private var parser = RedisReplyParser()

  /// Connects and logs in. Blocks up to the timeout for each address of the server.
  /// - Parameter tlsContext: for an address with TLS; it verifies the certificate for the host of the address.
  init(_ address: RedisAddress, password: String?, tls tlsContext: TLSContext?) throws {
    var session: TLSSession?
    switch address.endpoint {
    case .unix(let path): descriptor = try Self.connectUnix(path)
    case .tcp(let host, let port, let isEncrypted):
      descriptor = try Self.connect(host, port)
      if isEncrypted {
        do {
          guard let tlsContext else { throw RedisError(description: "TLS is not configured") }
          session = try TLSSession(tlsContext, host: host)
        } catch {
          Descriptor.close(descriptor)
          throw error
        }
      }
    }
    tls = session
    try handshake()
    if let password = password ?? address.password {
      _ = try command(["AUTH"] + (address.user.map { [$0] } ?? []) + [password])
    }
  }

  deinit { Descriptor.close(descriptor) }

  /// Sends a command and waits for its reply.
  /// - Throws: `RedisError` with the text of an error reply.
  @discardableResult
  func command(_ words: [String]) throws -> RedisReply { try commands([words])[0] }

  /// Sends commands together and waits for their replies.
  func commands(_ list: [[String]]) throws -> [RedisReply] {
    try send(list.flatMap(Self.encode))
    var replies: [RedisReply] = []
    while replies.count < list.count { replies.append(try nextReply()) }
    return replies
  }

  /// Waits for a reply. - Throws: `RedisError` with the text of an error reply.
  func nextReply() throws -> RedisReply {
    let end = ContinuousClock.now + Self.timeout
    while true {
      guard let reply = try parser.next() else {
        try receive(until: end)
        continue
      }
      if case .error(let text) = reply { throw RedisError(description: text) }
      return reply
    }
  }

  /// Takes a reply that has arrived, without waiting. - Returns: nil if none is complete.
  func takeReply() throws -> RedisReply? {
    if let reply = try parser.next() { return reply }
    guard try receive(until: nil) else { return nil }
    return try parser.next()
  }

  /// A command as an array of strings.
  static func encode(_ words: [String]) -> [UInt8] {
    var bytes = Array("*\(words.count)\r\n".utf8)
    for word in words {
      bytes += Array("$\(word.utf8.count)\r\n".utf8) + Array(word.utf8) + [13, 10]
    }
    return bytes
  }

  // MARK: Bytes

  private func handshake() throws {
    guard let tls else { return }
    try tls.start()
    let end = ContinuousClock.now + Self.timeout
    while true {
      try flush(tls)
      guard tls.phase == .handshaking else { return }
      try receive(until: end)
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    guard let tls else { return try write(bytes) }
    var output: [UInt8] = []
    try tls.seal(bytes, into: &output)
    try write(output)
  }

  private func flush(_ tls: TLSSession) throws {
    var output: [UInt8] = []
    tls.takeOutput(into: &output)
    try write(output)
  }

  private func write(_ bytes: [UInt8]) throws {
    var sent = 0
    let end = ContinuousClock.now + Self.timeout
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLOUT), until: end)
      } else if errno != EINTR {
        throw SystemError("send")
      }
    }
  }

  /// Receives bytes. - Parameter end: nil to return at once if there are none.
  /// - Returns: whether there were any.
  @discardableResult
  private func receive(until end: ContinuousClock.Instant?) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 {
        try take(buffer[..<count])
        return true
      }
      if count == 0 { throw RedisError(description: "the server has closed the connection") }
      if errno == EAGAIN {
        guard let end else { return false }
        try wait(for: Int16(POLLIN), until: end)
      } else if errno != EINTR {
        throw SystemError("recv")
      }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) throws {
    guard let tls else { return parser.append(bytes) }
    var plain: [UInt8] = []
    _ = try unsafe bytes.withUnsafeBytes { buffer in
      try unsafe tls.receive(buffer) { part in unsafe plain.append(contentsOf: part) }
    }
    parser.append(plain)
    try flush(tls)
  }

  private func wait(for events: Int16, until end: ContinuousClock.Instant) throws {
    let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    guard left > 0 else { throw RedisError(description: "the server does not answer") }
    var wait = pollfd(fd: descriptor, events: events, revents: 0)
    if unsafe poll(&wait, 1, Int32(clamping: Int64(left) + 1)) < 0, errno != EINTR { throw SystemError("poll") }
  }

  // MARK: Sockets

  private static func connect(_ host: String, _ port: UInt16) throws -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { throw RedisError(description: "\(host): \(unsafe String(cString: gai_strerror(code)))") }
    defer { unsafe freeaddrinfo(list) }
    var failure: any Error = RedisError(description: "\(host) has no address")
    var next = unsafe list
    while let entry = unsafe next {
      do {
        return try unsafe open(entry.pointee.ai_family, entry.pointee.ai_addr, entry.pointee.ai_addrlen)
      } catch { failure = error }
      unsafe next = unsafe entry.pointee.ai_next
    }
    throw failure
  }

  private static func connectUnix(_ path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < size else { throw RedisError(description: "the path of the socket is too long") }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return try unsafe withUnsafePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try unsafe open(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func open(_ family: Int32, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    var one: Int32 = 1
    if family != AF_UNIX { unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4) }
    if unsafe Glibc.connect(descriptor, address, size) == 0 { return descriptor }
    var failure = SystemError("connect")
    if failure.code == EINPROGRESS {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, Int32(timeout / .milliseconds(1)))
      var (code, count) = (ETIMEDOUT, socklen_t(4))
      if wait.revents != 0 { unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &count) }
      if code == 0 { return descriptor }
      failure = SystemError("connect", code: code)
    }
    Descriptor.close(descriptor)
    throw failure
  }
}

/// An error of a Redis server, or of the connection to it. Without a password.
struct RedisError: Error, Equatable, CustomStringConvertible {
  var description: String
}
