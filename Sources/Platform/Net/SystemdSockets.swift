import CLinux
import Glibc
import Runtime

/// The listening sockets passed by systemd (socket activation).
enum SystemdSockets {
  /// The first passed descriptor (`SD_LISTEN_FDS_START`).
  private static let firstDescriptor: Int32 = 3
  private static let maxSockets: Int32 = 64

  /// Returns the sockets that systemd opened for this process: `LISTEN_FDS` is their number, from descriptor 3 on, and `LISTEN_PID` the
  /// process (sd_listen_fds(3)). Their files and ports belong to systemd and stay after a close.
  static func take() throws(ListenError) -> [ListeningSocket] {
    guard let owner = variable("LISTEN_PID"), let number = variable("LISTEN_FDS") else {
      throw refused("LISTEN_PID and LISTEN_FDS are not set; start the .socket unit")
    }
    guard owner == String(getpid()) else { throw refused("LISTEN_PID is \(owner), but this is process \(getpid())") }
    guard let count = Int32(number), (1...maxSockets).contains(count) else {
      throw refused("LISTEN_FDS is \(number), not 1 to \(maxSockets)")
    }
    var sockets: [ListeningSocket] = []
    for descriptor in firstDescriptor..<(firstDescriptor + count) { sockets.append(try adopt(descriptor)) }
    return sockets
  }

  private static func adopt(_ descriptor: Int32) throws(ListenError) -> ListeningSocket {
    guard option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue), let name = BoundName(of: descriptor) else {
      throw refused("descriptor \(descriptor) is not a stream socket")
    }
    guard option(SO_ACCEPTCONN, of: descriptor) == 1 else {
      throw refused("descriptor \(descriptor) is not a listening socket; the unit needs Accept=no")
    }
    // systemd sets neither flag.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    else { throw refused(SystemError.lastReason) }
    if let path = name.path { return ListeningSocket(descriptor: descriptor, address: .unix(path: path)) }
    return ListeningSocket(
      descriptor: descriptor, address: .tcp(SocketAddress(host: name.host, port: name.port ?? 0)))
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length: socklen_t = 4
    return unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
  }

  private static func variable(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }

  private static func refused(_ reason: String) -> ListenError { ListenError(address: .systemd, reason: reason) }
}
