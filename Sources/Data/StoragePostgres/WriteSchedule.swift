import Runtime
import Storage

/// The queue of write transactions, with the order in which writers take them.
///
/// A transaction waits here while an earlier one of this process has one of its locks: without that, the transactions of one busy
/// scope would occupy all writers, each blocked in the server. A value without threads; `PostgresWriterPool` drives it.
struct WriteSchedule<Write: Sendable>: Sendable {
  private struct Entry: Sendable {
    var write: Write
    var locks: [Int64]
    /// The number of locks for which earlier transactions wait or run.
    var blockers: Int
  }

  private let capacity: Int
  private var entries: [Int: Entry] = [:]
  private var lastID = 0
  /// The transactions of each lock, in order; the first one may run.
  private var queues: [Int64: Fifo<Int>] = [:]
  private var ready = Fifo<Int>()
  /// The number of transactions that wait.
  private(set) var waitingCount = 0
  /// The number of transactions that wait or run.
  var count: Int { entries.count }
  /// Whether a transaction may run now.
  var hasReady: Bool { !ready.isEmpty }
  /// The number of locks for which a transaction waits or runs.
  var lockCount: Int { queues.count }

  /// - Parameter capacity: maximum number of waiting transactions.
  init(capacity: Int) { self.capacity = capacity }

  /// Adds a transaction.
  /// - Parameter locks: distinct numbers.
  /// - Returns: whether it may run now.
  /// - Throws: `StorageError.overloaded`. It was not added.
  mutating func append(_ write: Write, locks: [Int64]) throws(StorageError) -> Bool {
    guard waitingCount < capacity else { throw .overloaded }
    lastID += 1
    var blockers = 0
    for lock in locks {
      if queues[lock]?.isEmpty == false { blockers += 1 }
      queues[lock, default: Fifo()].append(lastID)
    }
    entries[lastID] = Entry(write: write, locks: locks, blockers: blockers)
    waitingCount += 1
    if blockers == 0 { ready.append(lastID) }
    return blockers == 0
  }

  /// Returns the next transaction, which counts as running until `finished` is called with its id.
  /// - Returns: nil if no waiting transaction may run now.
  mutating func takeNext() -> (id: Int, write: Write, locks: [Int64])? {
    guard let id = ready.takeFirst(), let entry = entries[id] else { return nil }
    waitingCount -= 1
    return (id, entry.write, entry.locks)
  }

  /// A running transaction has ended. Those that waited for it only may run.
  mutating func finished(_ id: Int) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for lock in entry.locks {
      // Removed during the change, so that the queue has one owner and is not copied.
      guard var queue = queues.removeValue(forKey: lock) else { continue }
      _ = queue.takeFirst()
      guard let next = queue.first else { continue }
      queues[lock] = queue
      entries[next]?.blockers -= 1
      if entries[next]?.blockers == 0 { ready.append(next) }
    }
  }
}
