import Glibc

/// Tells systemd how a service is, over the datagram socket that it names: the protocol of sd_notify(3).
///
/// Without such a socket nothing is told. Any thread.
package final class ServiceNotifier: Sendable {
  /// How often the service must say that it lives; nil where nobody watches.
  package let watchdogInterval: Duration?
  private let path: [UInt8]
  /// Opened once: a server that is short of descriptors still lives. -1 where nothing is told.
  private let descriptor: Int32

  /// - Parameter environment: the process's, with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  package init(environment: [String: String], processID: Int32 = getpid()) {
    path = Array((environment["NOTIFY_SOCKET"] ?? "").utf8)
    // "@" stands for an abstract name; sockets of other families are for virtual machines.
    let isKnown = path.first == UInt8(ascii: "/") || path.first == UInt8(ascii: "@")
    descriptor = isKnown ? socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) : -1
    let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = isWatched && descriptor >= 0 && microseconds > 0 ? .microseconds(microseconds) : nil
    // A manager that does not read must not stop the service.
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The service takes work, for the first time or after a reload. - Parameter status: one line for people.
  package func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }

  /// A reload has begun; `ready` ends it.
  package func reloading() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    // systemd 253 and later tells by the moment which reload this answers.
    tell("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// The service ends, which may take as long as `limit`, up to a day.
  package func stopping(within limit: Duration) {
    let seconds = min(limit, .seconds(86_400)).components.seconds + 1
    tell("STOPPING=1\nSTATUS=finishing requests and jobs\nEXTEND_TIMEOUT_USEC=\(seconds)000000")
  }

  /// The service lives; said at least every `watchdogInterval`.
  package func alive() { tell("WATCHDOG=1") }

  private func tell(_ text: String) {
    guard descriptor >= 0 else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < capacity else { return }
    var name = path
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    // An abstract name has exactly the bytes of the length.
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + name.count)
    let message = Array(text.utf8)
    // What cannot be told changes nothing for the service.
    unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
