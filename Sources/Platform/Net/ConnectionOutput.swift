import Glibc
import Runtime

/// The output of a connection on its way from `write` to the kernel.
struct ConnectionOutput {
  /// The result of a flush.
  enum FlushResult {
    /// The kernel accepts nothing more for now. `hasProgressed`: it has accepted bytes.
    case blocked(hasProgressed: Bool)
    /// The kernel has accepted everything.
    case empty
    /// The connection is broken.
    case failed
  }

  private(set) var queue: OutputQueue
  /// Whether a flush follows at the end of the loop iteration.
  private var isScheduled = false

  init(limit: Int) { queue = OutputQueue(limit: limit) }

  /// The bound of queued bytes.
  var limit: Int {
    get { queue.limit }
    set { queue.limit = newValue }
  }

  /// Queues bytes. - Returns: false if they exceed the bound, so that the connection must be closed.
  mutating func append(_ bytes: [UInt8]) -> Bool { queue.append(bytes) }

  /// A flush is required. - Returns: false if one is scheduled already.
  mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  /// The scheduled flush follows now.
  mutating func iterationEnded() { isScheduled = false }

  /// Sends queued bytes until the kernel accepts no more.
  mutating func flush(
    to descriptor: Int32, _ tls: TLSChannel?, _ readiness: inout SocketReadiness, on loop: EventLoop
  ) -> FlushResult {
    var hasProgressed = false
    while readiness.mayWrite, !queue.isEmpty || tls?.hasUnsent == true {
      loop.countWrite()
      let count = if let tls { tls.send(queue, to: descriptor) } else { queue.send(to: descriptor) }
      if count >= 0 {
        queue.removeFirst(count)
        hasProgressed = true
      } else if readiness.sendFailed(errno) == .close {
        return .failed
      }
    }
    return queue.isEmpty ? .empty : .blocked(hasProgressed: hasProgressed)
  }

  /// Drops all bytes.
  mutating func closed() { queue.removeAll() }
}
