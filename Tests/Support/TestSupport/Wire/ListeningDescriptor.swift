import Glibc
import Runtime

/// A listening socket that a test hands to a process, as systemd does and as nginx takes them over.
package final class ListeningDescriptor {
  let descriptor: Int32
  /// 0 for a socket in the file system.
  package let port: UInt16

  /// Listens on a free port of 127.0.0.1.
  package init() throws(WireError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failed("socket") }
    guard let port = Self.bindToFreePort(descriptor), listen(descriptor, 511) == 0 else { throw Self.failed("bind") }
    self.port = port
  }

  /// - Returns: the port; nil, with `errno`, if there is none.
  static func bindToFreePort(_ descriptor: Int32) -> UInt16? {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe bind(descriptor, name, length) == 0 && getsockname(descriptor, name, &length) == 0
      }
    }
    return isBound ? UInt16(bigEndian: name.sin_port) : nil
  }

  /// Listens on a socket in the file system.
  package init(path: String) throws(WireError) {
    port = 0
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let descriptor = descriptor
    guard descriptor >= 0, unsafe UnixAddress.use(path, { unsafe bind(descriptor, $0, $1) }) == 0,
      listen(descriptor, 511) == 0
    else { throw Self.failed(path) }
  }

  deinit { close(descriptor) }

  static func failed(_ what: String) -> WireError {
    .server("\(what): \(SystemError.lastReason)")
  }
}

/// A free port of 127.0.0.1 that no other process gets, except a server of this user that asks to share it (`SO_REUSEPORT`).
final class ReservedPort {
  let port: UInt16
  private let descriptor: Int32

  init() throws(WireError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ListeningDescriptor.failed("socket") }
    var one: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, 4)
    guard let port = ListeningDescriptor.bindToFreePort(descriptor) else { throw ListeningDescriptor.failed("bind") }
    self.port = port
  }

  deinit { close(descriptor) }
}

/// The address of a socket in the file system.
enum UnixAddress {
  /// - Returns: -1 if the path is too long.
  static func use(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return -1 }
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
