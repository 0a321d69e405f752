import Runtime

/// The schedule of password hashes on threads, as a value without I/O: time is passed in, and a waiting request is any
/// value.
///
/// Each priority has a bounded queue of its own (`HashQueue`), so that sign-ups cannot take the place of logins, or the
/// other way round. Threads are shared by weight (stride scheduling): logins go before sign-ups, but while both wait one
/// hash in five is for a new password.
struct HashScheduler<Waiter> {
  struct Limits {
    /// Number of hashing threads.
    var threads = 1
    /// Maximum number of waiting requests of one priority.
    var maxWaiting = 128
    /// The same, of one client.
    var maxWaitingPerClient = 32
    /// Maximum wait in nanoseconds. A client that waits longer has usually given up.
    var maxWait: Int64 = 10_000_000_000
  }

  /// The result of `arrived`.
  enum Arrival {
    /// The request may use this thread now. Report the end with `finished`.
    case started(thread: Int)
    /// The request waits. If another one lost its place, that one must be refused.
    case waits(displaced: Waiter?)
    case refused
  }

  private struct Lane {
    var queue: HashQueue<Waiter>
    /// The virtual time of the next start: the lane with the lowest one has priority.
    var pass = 0
    let stride: Int
  }

  private let limits: Limits
  private var freeThreads: [Int]
  /// One for each priority, by its raw value.
  private var lanes: [Lane]
  private var virtualTime = 0
  private var isClosed = false

  init(_ limits: Limits) {
    self.limits = limits
    freeThreads = Array((0..<limits.threads).reversed())
    let longest = HashRequest.Priority.allCases.map(\.weight).max() ?? 1
    lanes = HashRequest.Priority.allCases.map { priority in
      Lane(
        queue: HashQueue(capacity: limits.maxWaiting, capacityPerClient: limits.maxWaitingPerClient),
        stride: longest / priority.weight)
    }
  }

  /// Number of requests that wait, of all priorities.
  var waitingCount: Int { lanes.reduce(0) { $0 + $1.queue.count } }

  /// Whether no thread is in use.
  var isIdle: Bool { freeThreads.count == limits.threads }

  /// Refuses all further requests.
  /// - Returns: the requests that wait, which must be refused.
  mutating func close() -> [Waiter] {
    isClosed = true
    return lanes.indices.flatMap { lanes[$0].queue.removeAll() }
  }

  /// Admits a request.
  mutating func arrived(_ waiter: Waiter, _ request: HashRequest, now: MonotonicInstant) -> Arrival {
    guard !isClosed else { return .refused }
    // While a thread is free nothing waits: `finished` only frees a thread if the queues are empty.
    if let thread = freeThreads.popLast() { return .started(thread: thread) }
    let lane = request.priority.rawValue
    if lanes[lane].queue.isEmpty { lanes[lane].pass = max(lanes[lane].pass, virtualTime) }
    let deadline = MonotonicInstant(nanoseconds: now.nanoseconds &+ limits.maxWait)
    switch lanes[lane].queue.append(waiter, request.client, deadline: deadline) {
    case .accepted: return .waits(displaced: nil)
    case .acceptedInPlace(let displaced): return .waits(displaced: displaced)
    case .refused: return .refused
    }
  }

  /// Takes back a thread.
  /// - Returns: the request that may use the thread next, if any, and those that waited too long and must be refused.
  mutating func finished(_ thread: Int, now: MonotonicInstant) -> (next: Waiter?, expired: [Waiter]) {
    var expired: [Waiter] = []
    for lane in lanes.indices { expired += lanes[lane].queue.removeExpired(at: now) }
    let waiting = lanes.indices.filter { !lanes[$0].queue.isEmpty }
    // The lower index, the higher priority, wins if two are equal.
    guard let lane = waiting.min(by: { lanes[$0].pass < lanes[$1].pass }) else {
      freeThreads.append(thread)
      return (nil, expired)
    }
    virtualTime = lanes[lane].pass
    lanes[lane].pass += lanes[lane].stride
    return (lanes[lane].queue.takeFirst(), expired)
  }
}
