import Glibc

/// Wakes a thread that waits in `poll`: a pair of connected sockets. Any thread may use it.
final class SelfPipe: Sendable {
  /// Readable once it was woken, until `clear`.
  let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: `unreachable(.system)` where there are no descriptors left.
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

  /// Where the pair is full, it is awake already.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe send(writeEnd, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe recv(readEnd, &bytes, bytes.count, 0) > 0 {}
  }

  /// Waits until it is woken or the moment has come; it may return early.
  func wait(until due: ContinuousClock.Instant) {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, Self.milliseconds(until: due))
    clear()
  }

  /// For `poll`: rounded up, so that the last part of a millisecond does not spin; a minute at most.
  static func milliseconds(until due: ContinuousClock.Instant) -> Int32 {
    let left = min(max(.zero, due - .now), .seconds(60))
    return Int32((left / .milliseconds(1)).rounded(.up))
  }
}
