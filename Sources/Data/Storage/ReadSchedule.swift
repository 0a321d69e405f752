import Runtime

/// The reads that wait for a reader, and the order in which readers take them.
///
/// Shares take turns: a client with a hundred waiting reads delays another client's read by one of them, not by a hundred. No
/// share runs on all readers at once, because a read cannot be taken back from a reader: two long searches of one
/// client would otherwise block everybody until they end. A value without threads or clocks; `ReaderPool` drives it.
struct ReadSchedule<Read: Sendable>: Sendable {
  /// Bounds of a schedule.
  struct Limits: Sendable, Equatable {
    /// Readers that may work for one share at the same time.
    var runningOfShare: Int
    /// Reads of one client that may wait. The server's own reads are bounded by `waiting` alone.
    var waitingOfShare = 128
    /// Reads that may wait in total: as many as the default of `http.max_connections`, each of which waits for one read at most.
    var waiting = 20_000

    /// - Parameter readers: of the database. Half of them, but at least one, may work for one share.
    init(readers: Int) { runningOfShare = max(1, readers / 2) }
  }

  private struct Share: Sendable {
    var waiting = Fifo<Read>()
    var running = 0
    /// Whether `turns` contains this share.
    var hasTurn = false
  }

  private let limits: Limits
  private var shares: [ClientShare: Share] = [:]
  /// The shares from which a reader may take a read now, each once, in the order of their turns.
  private var turns = Fifo<ClientShare>()
  /// Reads that wait, in total.
  private(set) var waitingCount = 0
  /// Shares that have a waiting or a running read.
  var shareCount: Int { shares.count }

  init(limits: Limits) { self.limits = limits }

  /// Adds a read.
  /// - Returns: whether a reader may take it now; otherwise it waits until a running read of its share has finished.
  /// - Throws: `StorageError.overloaded` or `StorageError.shareExceeded`. The read was not added.
  mutating func append(_ read: Read, of key: ClientShare) throws(StorageError) -> Bool {
    guard waitingCount < limits.waiting else { throw .overloaded }
    // Taken out and put back, so that the queue in it is never shared.
    var share = shares[key] ?? Share()
    if key != .server, share.waiting.count >= limits.waitingOfShare { throw .shareExceeded }
    shares[key] = nil
    share.waiting.append(read)
    waitingCount += 1
    giveTurn(&share, key)
    defer { shares[key] = share }
    return share.hasTurn
  }

  /// Takes the next read, which counts as running until `finished` is called for its share.
  /// - Returns: nil if no waiting read may run now.
  mutating func takeNext() -> (read: Read, share: ClientShare)? {
    guard let key = turns.takeFirst(), var share = shares.removeValue(forKey: key) else { return nil }
    defer { shares[key] = share }
    share.hasTurn = false
    guard let read = share.waiting.takeFirst() else { return nil }
    waitingCount -= 1
    share.running += 1
    giveTurn(&share, key)
    return (read, key)
  }

  /// A read of `key` that was taken has ended.
  mutating func finished(_ key: ClientShare) {
    guard var share = shares.removeValue(forKey: key) else { return }
    share.running -= 1
    if share.running == 0, share.waiting.isEmpty { return }
    giveTurn(&share, key)
    shares[key] = share
  }

  private mutating func giveTurn(_ share: inout Share, _ key: ClientShare) {
    guard !share.hasTurn, !share.waiting.isEmpty, share.running < limits.runningOfShare else { return }
    share.hasTurn = true
    turns.append(key)
  }
}
