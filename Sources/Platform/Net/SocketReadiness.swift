import CLinux
import Glibc

/// The readiness of a socket under edge-triggered epoll, as a state machine without I/O.
///
/// Its methods are named after what happened and return what the connection does next.
struct SocketReadiness {
  /// The reaction to a readiness event; several may apply, in this order.
  struct Actions: OptionSet {
    let rawValue: UInt8

    /// Queue the connection in the loop's yield queue.
    static let yield = Actions(rawValue: 1)
    /// Begin a time slice and read.
    static let read = Actions(rawValue: 2)
    /// Write the queued output.
    static let flush = Actions(rawValue: 4)
  }

  /// The reaction to a failed system call.
  enum FailureAction: Equatable {
    /// Call again: a signal interrupted the call.
    case retry
    /// Wait for the next readiness event.
    case wait
    case close
  }

  /// Whether a read may find bytes or the end of input.
  private(set) var mayRead = true
  /// Whether the kernel may accept output.
  private(set) var mayWrite = true
  /// True if the peer has finished sending or the connection is broken.
  private(set) var peerFinished = false
  /// Whether the connection waits in the loop's yield queue.
  private(set) var isYielding = false
  /// Whether anything was written to the peer.
  private var hasWritten = false

  /// epoll reported `events`.
  mutating func becameReady(_ events: UInt32) -> Actions {
    var actions: Actions = []
    let isGone = events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    if isGone { peerFinished = true }
    if isGone || events & EPOLLIN.rawValue != 0 {
      mayRead = true
      if !isYielding {
        // If thousands of clients connect or disconnect together, the established connections are served before them.
        actions.insert(isGone || !hasWritten ? .yield : .read)
      }
    }
    if events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0, !mayWrite {
      mayWrite = true
      if !isGone { actions.insert(.flush) }
    }
    return actions
  }

  /// A read returned `count` bytes into a buffer of `capacity`.
  mutating func received(_ count: Int, capacity: Int) {
    // A short read emptied the socket, and new bytes make a new edge. The end of input makes no further edge.
    if count < capacity, !peerFinished { mayRead = false }
  }

  /// A read failed with `errno` `code`.
  mutating func receiveFailed(_ code: Int32) -> FailureAction {
    if code == EAGAIN { mayRead = false }
    return Self.action(code)
  }

  /// Bytes were written or queued.
  mutating func wrote() { hasWritten = true }

  /// A write failed with `errno` `code`.
  mutating func sendFailed(_ code: Int32) -> FailureAction {
    if code == EAGAIN { mayWrite = false }
    return Self.action(code)
  }

  /// The connection entered the yield queue. - Returns: false if it was in the queue already.
  mutating func yielded() -> Bool {
    defer { isYielding = true }
    return !isYielding
  }

  /// The connection left the yield queue.
  mutating func resumed() { isYielding = false }

  private static func action(_ code: Int32) -> FailureAction {
    switch code {
    case EINTR: .retry
    case EAGAIN: .wait
    default: .close
    }
  }
}
