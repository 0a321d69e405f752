import Glibc
import Runtime

/// Writes lines to a descriptor from a thread of its own, so that a full pipe does not block an event loop.
///
/// The queue is bounded: lines beyond the bound are dropped and counted, and the count is logged. The first line after a
/// silence is written at once. After a write the thread pauses, so that a busy server wakes it a hundred times a second
/// and not with every request.
actor LogWriter {
  /// The bound of the queue in bytes.
  static let maxQueuedBytes = 1 << 20
  /// Microseconds.
  private static let pause: UInt32 = 10_000

  private struct Queue {
    var bytes = BatchQueue<UInt8>(capacity: LogWriter.maxQueuedBytes)
    /// Lines that were dropped since the last write.
    var dropped = 0
  }

  private nonisolated let descriptor: Int32
  private nonisolated let thread: DedicatedThread
  private nonisolated let queue = Locked(Queue())

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// - Parameter descriptor: must stay open as long as the writer is used.
  init(descriptor: Int32 = STDERR_FILENO) throws {
    self.descriptor = descriptor
    thread = try DedicatedThread(name: "log")
  }

  /// Queues `count` lines with their line ends. Any thread; never blocks.
  nonisolated func append(_ lines: [UInt8], count: Int = 1) {
    let mustSchedule = queue.withLock { queue in
      let addition = queue.bytes.add(contentsOf: lines)
      if addition == .full { queue.dropped += count }
      return addition == .mustSchedule
    }
    if mustSchedule { Task(executorPreference: thread) { await self.writeQueued() } }
  }

  /// Waits until the queue is written. - Returns: false if that takes longer than `limit`.
  nonisolated func flush(within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    // Only a stop waits here, so that polling costs nothing.
    while queue.withLock({ $0.bytes.isScheduled }) {
      guard .now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return true
  }

  private func writeQueued() {
    while let bytes = take() {
      write(bytes)
      usleep(Self.pause)
    }
  }

  private func take() -> [UInt8]? {
    queue.withLock { queue -> [UInt8]? in
      var bytes = queue.bytes.take()
      guard !bytes.isEmpty else { return nil }
      if queue.dropped > 0 {
        bytes += Array("\(queue.dropped) log lines were dropped: the log was not read fast enough\n".utf8)
        queue.dropped = 0
      }
      return bytes
    }
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // There is no other place to report that the log cannot be written.
        return
      }
    }
  }
}
