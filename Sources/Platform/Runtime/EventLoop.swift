import CLinux
import Glibc
import Synchronization

/// One thread, one epoll set, one queue of jobs: the executor of every connection that was given to it.
///
/// The loop is an actor that is its own executor, so its state is checked by the compiler. Tasks start with `spawn`
/// only: they prefer the loop and are isolated to it, and that pair must match the one that jobs are run with, or every
/// suspension is queued several times over.
@safe package actor EventLoop: SerialExecutor, TaskExecutor {
  private struct Inbox {
    var jobs: [UnownedJob] = []
    var notified: [any LoopWakeable] = []
    var sleeping = false
    var stopping = false
    var tasks = 0
  }

  private nonisolated let poller: Poller
  private nonisolated let inbox = Locked(Inbox())
  private nonisolated let threadID = Atomic<UInt>(0)
  /// How long, in nanoseconds, the last turn of the loop kept others waiting.
  private nonisolated let lagNanoseconds = Atomic<Int64>(0)
  private nonisolated let writes = Atomic<UInt64>(0)
  /// Where the connections of this loop receive, one after another: what one read left here is used up before the next.
  ///
  /// `nonisolated(unsafe)`: only the loop's thread touches the bytes; the pointer never changes.
  package nonisolated(unsafe) let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 16384, alignment: 16)

  /// Where an answer that is sent at once is put together. Like `receiveBuffer`.
  package nonisolated(unsafe) let sendBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16384)

  /// `nonisolated(unsafe)`: touched on the loop's thread only; a wrapper that checks would be asked with every event.
  private nonisolated(unsafe) var handlers: [(any DescriptorHandler)?] = []
  /// `nonisolated(unsafe)`: touched on the loop's thread only, which `atEndOfTurn` checks. A closure for
  /// `assumeIsolated` would cost two allocations with each answer.
  private nonisolated(unsafe) var endOfTurn: [any TurnEndHandler] = []
  /// Emptied lists, kept for their memory.
  private var spareJobs: [UnownedJob] = []
  private var spareNotified: [any LoopWakeable] = []
  private var spareEndOfTurn: [any TurnEndHandler] = []
  private var wheel = TimerWheel(origin: .now)
  /// `nonisolated(unsafe)`: as `endOfTurn`.
  private nonisolated(unsafe) var yielding = FairQueue<any YieldHandler>()
  private var ready = ReadyQueue()

  /// - Throws: `RuntimeError` where the system has no descriptors left.
  package init() throws(RuntimeError) { poller = try Poller() }

  deinit {
    unsafe receiveBuffer.deallocate()
    unsafe sendBuffer.deallocate()
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Whether the caller is on this loop's thread.
  package nonisolated var isCurrent: Bool { threadID.load(ordering: .relaxed) == Thread.currentID }

  package nonisolated func checkIsolated() {
    precondition(isCurrent, "not on the event loop's thread")
  }

  package nonisolated func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = inbox.withLock { inbox in
      inbox.jobs.append(job)
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// Starts a task on this loop. Any thread. The loop does not end before the task has.
  ///
  /// - Returns: false where the loop is stopping and takes nothing new.
  @discardableResult
  package nonisolated func spawn(_ body: @escaping @Sendable (isolated EventLoop) async -> Void) -> Bool {
    let accepted = inbox.withLock { inbox in
      guard !inbox.stopping else { return false }
      inbox.tasks += 1
      return true
    }
    guard accepted else { return false }
    Task(executorPreference: self) {
      await body(self)
      self.taskEnded()
    }
    return true
  }

  /// Calls `target` once in the next turn; costs no task. Any thread. A loop that has ended calls nobody.
  package nonisolated func notify(_ target: any LoopWakeable) {
    let mustWake = inbox.withLock { inbox in
      inbox.notified.append(target)
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// Takes no new tasks, and lets the thread end when the running ones have. Any thread.
  package nonisolated func stop() {
    let mustWake = inbox.withLock { inbox in
      inbox.stopping = true
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// The longest time, since it was last asked, that one turn of the loop took. Any thread.
  package nonisolated func takeLag() -> Duration {
    .nanoseconds(lagNanoseconds.exchange(0, ordering: .relaxed))
  }

  /// Counts a system call that writes to a connection. On the loop's thread.
  package nonisolated func countWrite() { writes.store(writeCount &+ 1, ordering: .relaxed) }

  /// System calls that wrote to connections of this loop. Any thread.
  package nonisolated var writeCount: UInt64 { writes.load(ordering: .relaxed) }

  /// Runs the loop on the calling thread until it was stopped and its last task has ended.
  package nonisolated func run() {
    threadID.store(Thread.currentID, ordering: .relaxed)
    assumeIsolated { $0.turnUntilStopped() }
    threadID.store(0, ordering: .relaxed)
  }

  /// Watches a descriptor, edge-triggered for `EPOLLIN | EPOLLOUT | EPOLLRDHUP` or as `events` say.
  package func watch(
    _ descriptor: Int32, _ handler: LoopBound<any DescriptorHandler>,
    events: UInt32 = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
  ) throws(RuntimeError) {
    let index = Int(descriptor)
    while unsafe index >= handlers.count { unsafe handlers.append(nil) }
    try poller.add(descriptor, events: events)
    unsafe handlers[index] = handler.value
  }

  /// Ends a watch; call it before the descriptor is closed.
  package func unwatch(_ descriptor: Int32) {
    let index = Int(descriptor)
    guard unsafe handlers.indices.contains(index), unsafe handlers[index] != nil else { return }
    unsafe handlers[index] = nil
    ready.forget(descriptor)
    poller.remove(descriptor)
  }

  /// Calls `handler` once, when the jobs of this turn are done: that is when output gathered meanwhile is written.
  /// On the loop's thread.
  package nonisolated func atEndOfTurn(_ handler: any TurnEndHandler) {
    checkIsolated()
    unsafe endOfTurn.append(handler)
  }

  /// Calls `handler` once, when those who ask for little have been served: for what has had its share and wants more, and
  /// for what can wait, such as clients who come and go. On the loop's thread.
  package nonisolated func yield(_ handler: any YieldHandler, _ flow: Flow) {
    checkIsolated()
    unsafe yielding.append(handler, flow)
  }

  /// Sets or moves a deadline.
  package func schedule(_ deadline: LoopBound<Deadline>, at due: ContinuousClock.Instant) {
    wheel.schedule(deadline.value, at: due)
  }

  // MARK: - The loop

  /// Most events that are handled before the answers that other threads brought are sent: some milliseconds of work.
  private static let eventsPerTurn = 64
  /// Nanoseconds of a turn in which those who yielded go on; at least one of them does.
  private static let yieldedPerTurn: Int64 = 100_000

  private static func takeWake(_ inbox: inout Inbox) -> Bool {
    guard inbox.sleeping else { return false }
    inbox.sleeping = false
    return true
  }

  private nonisolated func taskEnded() {
    inbox.withLock { $0.tasks -= 1 }
  }

  private func turnUntilStopped() {
    var started = ContinuousClock.now
    var pressure = LoopPressure(at: .now)
    var pacing = YieldPacing(at: .now)
    while true {
      runJobs()
      runEndOfTurn()
      runYielding()
      let now = ContinuousClock.now
      for deadline in wheel.expired(at: now) { deadline.fire() }
      recordLag(started.duration(to: now))
      let mayRest = unsafe !yielding.isEmpty && endOfTurn.isEmpty && ready.isEmpty && pacing.isDue(at: .now)
      let count: Int
      switch prepareToSleep(now, mayRest: mayRest) {
      case .milliseconds(let patience): count = poller.wait(milliseconds: patience)
      case .rest: count = poller.wait(nanoseconds: YieldPacing.rest)
      case .end: return
      }
      inbox.withLock { $0.sleeping = false }
      started = .now
      guard count > 0 || !ready.isEmpty else { continue }
      if pressure.handled(count, at: .now) {
        // Where it is not allowed all stays as it is.
        _ = hearth_plan_for_throughput(pressure.isHigh ? 1 : 0)
      }
      dispatch(count)
    }
  }

  private enum Sleep {
    /// At most so long; 0: not at all, -1: for ever.
    case milliseconds(Int32)
    case rest
    /// The loop is to end.
    case end
  }

  /// How long the poller may wait; from then on other threads wake it.
  private func prepareToSleep(_ now: ContinuousClock.Instant, mayRest: Bool) -> Sleep {
    var patience: Int32 = -1
    if let wait = wheel.timeUntilNextTick(from: now) {
      let milliseconds = wait.components.seconds * 1000 + wait.components.attoseconds / 1_000_000_000_000_000
      patience = Int32(min(60_000, milliseconds + 1))
    }
    let isDone = unsafe endOfTurn.isEmpty && yielding.isEmpty && ready.isEmpty
    return inbox.withLock { inbox in
      guard inbox.jobs.isEmpty, inbox.notified.isEmpty, isDone || mayRest else { return .milliseconds(0) }
      if isDone && inbox.stopping && inbox.tasks == 0 { return .end }
      inbox.sleeping = true
      return isDone ? .milliseconds(patience) : .rest
    }
  }

  private func recordLag(_ turn: Duration) {
    let nanoseconds = turn.components.seconds * 1_000_000_000 + turn.components.attoseconds / 1_000_000_000
    if nanoseconds > lagNanoseconds.load(ordering: .relaxed) {
      lagNanoseconds.store(nanoseconds, ordering: .relaxed)
    }
  }

  private func runJobs() {
    var batch = spareJobs
    spareJobs = []
    var notified = spareNotified
    spareNotified = []
    inbox.withLock {
      swap(&$0.jobs, &batch)
      swap(&$0.notified, &notified)
    }
    for target in notified { target.notified() }
    notified.removeAll(keepingCapacity: true)
    spareNotified = notified
    for job in batch {
      unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    batch.removeAll(keepingCapacity: true)
    spareJobs = batch
  }

  private func runEndOfTurn() {
    guard unsafe !endOfTurn.isEmpty else { return }
    unsafe swap(&endOfTurn, &spareEndOfTurn)
    for handler in spareEndOfTurn { handler.turnEnded() }
    spareEndOfTurn.removeAll(keepingCapacity: true)
  }

  private func runYielding() {
    guard unsafe !yielding.isEmpty else { return }
    let started = MonotonicInstant.now
    repeat {
      unsafe yielding.takeFirst()?.resume()
      // What it set off counts as its own, and what others brought meanwhile does not wait.
      runJobs()
    } while unsafe !yielding.isEmpty && MonotonicInstant.now.since(started) < Self.yieldedPerTurn
    runEndOfTurn()
  }

  /// - Parameter count: how many the poller has told of.
  private func dispatch(_ count: Int) {
    guard count > Self.eventsPerTurn || !ready.isEmpty else {
      for index in 0..<count {
        if let (handler, _, events) = target(index) { handler.ready(events) }
      }
      return
    }
    takeAllReady(count)
    for _ in 0..<Self.eventsPerTurn {
      guard let next = ready.takeFirst() else { return }
      unsafe handlers[Int(next.descriptor)]?.ready(next.events)
    }
  }

  /// Whom the poller told of.
  private func target(_ index: Int) -> (handler: any DescriptorHandler, descriptor: Int32, events: UInt32)? {
    guard let (descriptor, events) = poller[index], unsafe handlers.indices.contains(Int(descriptor)),
      let handler = unsafe handlers[Int(descriptor)]
    else { return nil }
    return (handler, descriptor, events)
  }

  /// Takes all that is ready from the kernel, which would tell of it in the order in which it came.
  /// - Parameter count: what the poller has told of already.
  private func takeAllReady(_ count: Int) {
    var count = count
    for _ in 0..<16 {
      for index in 0..<count {
        if let (handler, descriptor, events) = target(index) { ready.append(descriptor, events, handler.flow) }
      }
      guard count == Poller.capacity else { return }
      count = poller.wait(milliseconds: 0)
    }
  }
}

/// A system call of the runtime failed; `code` is the errno value.
package struct RuntimeError: Error, Equatable, Sendable {
  package var call: String
  package var code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
