import CLinux
import Glibc

/// A bound, listening TCP socket that no loop watches yet.
package struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The address that was bound, with the real port.
  package let address: SocketAddress

  /// Binds and listens.
  /// - Throws: `ListenError` with the address and the system's reason.
  package init(_ address: SocketAddress, backlog: Int32 = 4096) throws(ListenError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0, let first = unsafe list else {
      throw ListenError(address: address, reason: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(first.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw ListenError(address: address, reason: systemReason()) }
    var one: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(descriptor, backlog) == 0
    else {
      let reason = systemReason()
      close(descriptor)
      throw ListenError(address: address, reason: reason)
    }
    self.descriptor = descriptor
    self.address = SocketAddress(host: address.host, port: Self.boundPort(of: descriptor) ?? address.port)
  }

  private static func boundPort(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    // The port stands at the same place, in network order, for both families.
    return unsafe withUnsafeBytes(of: storage) { bytes in unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }
  }
}

/// An address could not be listened on.
package struct ListenError: Error, Sendable, CustomStringConvertible {
  package var address: SocketAddress
  package var reason: String

  package var description: String { "cannot listen on \(address): \(reason)" }
}

func systemReason() -> String { unsafe String(cString: strerror(errno)) }

/// The address as text, without port; "unknown" where it has none.
func numericHost(_ storage: sockaddr_storage, length: socklen_t) -> String {
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
