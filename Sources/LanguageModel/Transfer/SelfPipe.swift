import Glibc

/// A connected pair of sockets that wakes a thread from `poll`. Any thread.
final class SelfPipe: Sendable {
  /// Readable after `wake`, until `clear`.
  let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: `unreachable(.system)` if no descriptors are left.
  init() throws(LanguageModelError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .unreachable(.system) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the thread. A full buffer is ignored, because a wake-up is pending then.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe send(writeEnd, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe recv(readEnd, &bytes, bytes.count, 0) > 0 {}
  }

  /// Blocks until `wake` or `due`. It may return early.
  func wait(until due: ContinuousClock.Instant) {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, Self.milliseconds(until: due))
    clear()
  }

  /// Returns the timeout for `poll`: rounded up, so that the last fraction of a millisecond does not spin, at most a minute.
  static func milliseconds(until due: ContinuousClock.Instant) -> Int32 {
    let left = min(max(.zero, due - .now), .seconds(60))
    return Int32((left / .milliseconds(1)).rounded(.up))
  }
}
