import Glibc

/// Reports the state of the service to systemd over the datagram socket in `NOTIFY_SOCKET` (sd_notify(3)).
///
/// Without that socket every call does nothing. Any thread.
package final class ServiceNotifier: Sendable {
  /// The longest time between two calls of `keepAlive()`; nil if systemd does not watch this process.
  package let watchdogInterval: Duration?
  private let path: [UInt8]
  /// Opened once, so that a server without free descriptors can still send. -1 without a socket.
  private let descriptor: Int32

  /// - Parameter environment: that of the process, with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  package init(environment: [String: String], processID: Int32 = getpid()) {
    path = Array((environment["NOTIFY_SOCKET"] ?? "").utf8)
    // "@" marks an abstract name; the other address families are for virtual machines.
    let isKnown = path.first == UInt8(ascii: "/") || path.first == UInt8(ascii: "@")
    descriptor = isKnown ? socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) : -1
    let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = isWatched && descriptor >= 0 && microseconds > 0 ? .microseconds(microseconds) : nil
    // A service manager that does not read must not block the service.
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reports that the service accepts work, after its start or a reload. - Parameter status: one line for `systemctl status`.
  package func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }

  /// Reports that a reload has begun; `ready` reports its end.
  package func reloading() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    // systemd 253 and later matches the message to the reload by this time.
    send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// Reports that the service stops. - Parameter limit: the longest time it may take; cut to a day.
  package func stopping(within limit: Duration) {
    let seconds = min(limit, .seconds(86_400)).components.seconds + 1
    send("STOPPING=1\nSTATUS=finishing requests and jobs\nEXTEND_TIMEOUT_USEC=\(seconds)000000")
  }

  /// Sends the watchdog's keep-alive message. Call it at least every `watchdogInterval`.
  package func keepAlive() { send("WATCHDOG=1") }

  private func send(_ text: String) {
    guard descriptor >= 0 else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < capacity else { return }
    var name = path
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    // The length of the address delimits an abstract name.
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + name.count)
    let message = Array(text.utf8)
    // A failed report must not affect the service.
    unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
