import CLinux
import Glibc
import Runtime

/// A bound, listening stream socket that is not watched by a loop.
package struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The bound address, with the actual port; never `systemd`.
  package let address: ListenAddress
  /// The file to remove at the close.
  let file: SocketFile?

  init(descriptor: Int32, address: ListenAddress, file: SocketFile? = nil) {
    self.descriptor = descriptor
    self.address = address
    self.file = file
  }

  /// Opens the sockets of `address`: one, or all that systemd passed.
  /// - Parameter mode: permission bits of a Unix domain socket.
  /// - Throws: `ListenError` with the address and the reason.
  package static func open(_ address: ListenAddress, mode: UInt32 = 0o660) throws(ListenError) -> [ListeningSocket] {
    switch address {
    case .tcp(let address): [try ListeningSocket(address)]
    case .unix(let path): [try UnixSocket.listen(path: path, mode: mode)]
    case .systemd: try SystemdSockets.take()
    }
  }

  /// Closes the descriptor and removes the file of a Unix domain socket that it created. Call it once, unless a listener owns
  /// the socket.
  package func close() {
    file?.remove()
    Glibc.close(descriptor)
  }

  /// Binds a TCP socket and listens.
  /// - Throws: `ListenError` with the address and the reason.
  package init(_ address: SocketAddress, backlog: Int32 = 4096) throws(ListenError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0, let first = unsafe list else {
      throw ListenError(address: .tcp(address), reason: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }
    let descriptor = try unsafe Self.make(family: first.pointee.ai_family, for: .tcp(address))
    var one: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(descriptor, backlog) == 0
    else {
      let reason = SystemError.lastReason
      Glibc.close(descriptor)
      throw ListenError(address: .tcp(address), reason: reason)
    }
    let port = BoundName(of: descriptor)?.port ?? address.port
    self.init(descriptor: descriptor, address: .tcp(SocketAddress(host: address.host, port: port)))
  }

  static func make(family: Int32, for address: ListenAddress) throws(ListenError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw ListenError(address: address, reason: SystemError.lastReason) }
    return descriptor
  }
}

/// The local address of a socket.
struct BoundName {
  let host: String
  let port: UInt16?
  /// The path of a Unix domain socket; nil for other families.
  let path: String?

  /// - Returns: nil if the descriptor is not a TCP or Unix domain socket.
  init?(of descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    let bytes = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(Int(length))) }
    switch Int32(storage.ss_family) {
    case AF_INET, AF_INET6:
      host = numericHost(storage, length: length)
      // Both families have the port at the same offset, in network byte order.
      port = bytes.count > 3 ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : nil
      path = nil
    case AF_UNIX:
      host = ""
      port = nil
      path = String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
    default: return nil
    }
  }
}

/// The error of an address on which the server cannot listen.
package struct ListenError: Error, Sendable, CustomStringConvertible {
  /// The address.
  package var address: ListenAddress
  /// The reason, mostly of the system.
  package var reason: String

  /// A sentence for the operator.
  package var description: String { "cannot listen on \(address): \(reason)" }
}

/// Returns a socket address as text without port; "unix" for a Unix domain socket, "unknown" if there is none.
func numericHost(_ storage: sockaddr_storage, length: socklen_t) -> String {
  if Int32(storage.ss_family) == AF_UNIX { return "unix" }
  var storage = storage
  return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { host in
    let code = unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getnameinfo($0, length, host.baseAddress, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard code == 0, let start = host.baseAddress else { return "unknown" }
    return unsafe String(cString: start)
  }
}
