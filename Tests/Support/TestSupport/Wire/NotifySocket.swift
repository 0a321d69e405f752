import Foundation
import Glibc
import Runtime

/// The service manager's end of sd_notify(3): a datagram socket that tests read.
@safe package final class NotifySocket {
  /// For `NOTIFY_SOCKET`: a path, or a name after `@`.
  package let name: String
  private let descriptor: Int32
  /// The socket's file lives as long as this does.
  private let folder: TemporaryFolder

  /// - Parameter isAbstract: whether it has a name without a file.
  package init(in folder: TemporaryFolder, isAbstract: Bool = false) throws(WireError) {
    self.folder = folder
    name = isAbstract ? "@hearth-test-\(UUID().uuidString)" : folder.path + "/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if isAbstract { bytes[0] = 0 }
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < capacity else { throw .server("too long a path: \(name)") }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + bytes.count)
    let code = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
    }
    guard code == 0 else { throw .server("\(name): \(SystemError.lastReason)") }
  }

  deinit { close(descriptor) }

  /// The lines of the next message. Blocking.
  /// - Throws: `WireError.timedOut`.
  package func receive(within limit: Duration = .seconds(30)) throws(WireError) -> [String] {
    guard Poll.wait(descriptor, for: POLLIN, until: .now + limit) else {
      throw .timedOut(what: "a message to the service manager", received: "")
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { space, used in
      used = max(0, unsafe recv(descriptor, space.baseAddress, space.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
  }

  /// The next message that has `line`; those before it are passed over.
  package func receive(_ line: String, within limit: Duration = .seconds(30)) throws(WireError) -> [String] {
    let deadline = ContinuousClock.now + limit
    while true {
      let lines = try receive(within: max(.zero, deadline - .now))
      if lines.contains(line) { return lines }
    }
  }
}
