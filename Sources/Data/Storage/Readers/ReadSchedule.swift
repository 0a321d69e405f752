package import Runtime

/// The queue of reads, with the order in which readers take them.
///
/// Shares are served round-robin: a client with a hundred waiting reads delays another client's read by one of them. No share
/// occupies all readers, because a running read is not preempted: two long searches of one client would otherwise block all other
/// clients. A value without threads or clocks; `ReaderPool` drives it.
package struct ReadSchedule<Read: Sendable>: Sendable {
  /// The bounds of a schedule.
  package struct Limits: Sendable, Equatable {
    /// Maximum number of readers that work for one share.
    package var runningOfShare: Int
    /// Maximum number of waiting reads of one client. The server's own reads are bounded by `waiting` only.
    package var waitingOfShare = 128
    /// Maximum number of waiting reads in total: the default of `http.max_connections`, each of which waits for one read at most.
    package var waiting = 20_000

    /// - Parameter readers: the number of readers. Half of them, but at least one, may work for one share.
    package init(readers: Int) { runningOfShare = max(1, readers / 2) }
  }

  private struct Share: Sendable {
    var waiting = Fifo<Read>()
    var running = 0
    /// Whether `eligible` contains this share.
    var isEligible = false
  }

  private let limits: Limits
  private var shares: [ClientShare: Share] = [:]
  /// The shares of which a read may run now, each once, in round-robin order.
  private var eligible = Fifo<ClientShare>()
  /// The number of waiting reads.
  package private(set) var waitingCount = 0
  /// The number of shares with a waiting or running read.
  package var shareCount: Int { shares.count }

  /// Creates an empty schedule.
  package init(limits: Limits) { self.limits = limits }

  /// Adds a read.
  /// - Returns: whether a read of its share may run now.
  /// - Throws: `StorageError.overloaded` or `StorageError.shareExceeded`. The read was not added.
  package mutating func append(_ read: Read, of key: ClientShare) throws(StorageError) -> Bool {
    guard waitingCount < limits.waiting else { throw .overloaded }
    // Removed during the change, so that its queue has one owner and is not copied.
    var share = shares[key] ?? Share()
    if key != .server, share.waiting.count >= limits.waitingOfShare { throw .shareExceeded }
    shares[key] = nil
    share.waiting.append(read)
    waitingCount += 1
    makeEligible(&share, key)
    defer { shares[key] = share }
    return share.isEligible
  }

  /// Removes and returns the next read, which counts as running until `finished` is called for its share.
  /// - Returns: nil if no waiting read may run now.
  package mutating func takeNext() -> (read: Read, share: ClientShare)? {
    guard let key = eligible.takeFirst(), var share = shares.removeValue(forKey: key) else { return nil }
    defer { shares[key] = share }
    share.isEligible = false
    guard let read = share.waiting.takeFirst() else { return nil }
    waitingCount -= 1
    share.running += 1
    makeEligible(&share, key)
    return (read, key)
  }

  /// A running read of `key` has ended.
  package mutating func finished(_ key: ClientShare) {
    guard var share = shares.removeValue(forKey: key) else { return }
    share.running -= 1
    if share.running == 0, share.waiting.isEmpty { return }
    makeEligible(&share, key)
    shares[key] = share
  }

  private mutating func makeEligible(_ share: inout Share, _ key: ClientShare) {
    guard !share.isEligible, !share.waiting.isEmpty, share.running < limits.runningOfShare else { return }
    share.isEligible = true
    eligible.append(key)
  }
}
