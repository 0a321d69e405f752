import CLinux
import Glibc
import Synchronization

/// An event loop: one thread with an epoll set and a job queue, and the executor of its connections.
///
/// The loop is an actor and its own executor, so that the compiler checks access to its state. Tasks are started by `spawn` only:
/// they prefer the loop and are isolated to it. That pair must match the one with which jobs are run, otherwise each
/// suspension is enqueued several times.
@safe package actor EventLoop: SerialExecutor, TaskExecutor {
  private struct Inbox {
    var jobs: [UnownedJob] = []
    var woken: [any LoopWakeable] = []
    var sleeping = false
    var stopping = false
    var tasks = 0
  }

  private nonisolated let poller: Poller
  private nonisolated let inbox = Locked(Inbox())
  private nonisolated let threadID = Atomic<UInt>(0)
  /// The longest iteration since `takeLag` was last called, in nanoseconds.
  private nonisolated let lagNanoseconds = Atomic<Int64>(0)
  private nonisolated let writes = Atomic<UInt64>(0)
  /// The buffer into which the connections of this loop receive. Its content is consumed before the next read.
  ///
  /// `nonisolated(unsafe)`: only the loop's thread accesses the bytes; the pointer never changes.
  package nonisolated(unsafe) let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 16384, alignment: 16)

  /// The buffer in which a response that is sent immediately is built. Owned like `receiveBuffer`.
  package nonisolated(unsafe) let sendBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16384)

  /// By descriptor. `nonisolated(unsafe)`: accessed on the loop's thread only; a wrapper would check that for every event.
  private nonisolated(unsafe) var handlers: [(any DescriptorHandler)?] = []
  /// `nonisolated(unsafe)`: accessed on the loop's thread only, which `atEndOfIteration` checks. A closure for
  /// `assumeIsolated` would cost two allocations per response.
  private nonisolated(unsafe) var endOfIteration: [any IterationEndHandler] = []
  /// Empty arrays, kept for their memory.
  private var spareJobs: [UnownedJob] = []
  private var spareWoken: [any LoopWakeable] = []
  private var spareEndOfIteration: [any IterationEndHandler] = []
  private var wheel = TimerWheel(origin: .now)
  /// `nonisolated(unsafe)`: as `endOfIteration`.
  private nonisolated(unsafe) var yielding = FairQueue<any YieldHandler>()
  private var ready = ReadyQueue()

  /// - Throws: `SystemError` if no descriptors are left.
  package init() throws(SystemError) { poller = try Poller() }

  deinit {
    unsafe receiveBuffer.deallocate()
    unsafe sendBuffer.deallocate()
  }

  /// The loop itself (`Actor`).
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Whether the caller is on this loop's thread.
  package nonisolated var isCurrent: Bool { threadID.load(ordering: .relaxed) == Thread.currentID }

  /// Traps if the caller is on another thread (`SerialExecutor`).
  package nonisolated func checkIsolated() {
    precondition(isCurrent, "not on the event loop's thread")
  }

  /// Whether the caller is on this loop's thread (`SerialExecutor`).
  package nonisolated func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Adds a job and wakes the loop if it sleeps. Any thread.
  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = inbox.withLock { inbox in
      inbox.jobs.append(job)
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// Starts a task on this loop. Any thread. The loop ends after its tasks.
  ///
  /// - Returns: false if the loop is stopping; the task was not started then.
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

  /// Calls `target.woken()` once in the next iteration, without a task. Any thread. After the end of the loop it has no effect.
  package nonisolated func wake(_ target: any LoopWakeable) {
    let mustWake = inbox.withLock { inbox in
      inbox.woken.append(target)
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// Refuses new tasks, and ends the thread after the running ones. Any thread.
  package nonisolated func stop() {
    let mustWake = inbox.withLock { inbox in
      inbox.stopping = true
      return Self.takeWake(&inbox)
    }
    if mustWake { poller.wake() }
  }

  /// Returns the duration of the longest iteration since the last call, and starts a new measurement. Any thread.
  package nonisolated func takeLag() -> Duration {
    .nanoseconds(lagNanoseconds.exchange(0, ordering: .relaxed))
  }

  /// Counts a system call that writes to a connection. On the loop's thread only.
  package nonisolated func countWrite() { writes.store(writeCount &+ 1, ordering: .relaxed) }

  /// The number of system calls that wrote to connections of this loop. Any thread.
  package nonisolated var writeCount: UInt64 { writes.load(ordering: .relaxed) }

  /// Runs the loop on the calling thread until it is stopped and its last task has ended.
  package nonisolated func run() {
    threadID.store(Thread.currentID, ordering: .relaxed)
    assumeIsolated { $0.iterateUntilStopped() }
    threadID.store(0, ordering: .relaxed)
  }

  /// Watches a descriptor.
  /// - Parameter events: epoll's bits; edge-triggered input, output and end of input by default.
  /// - Throws: `SystemError` if the kernel refuses the registration.
  package func watch(
    _ descriptor: Int32, _ handler: LoopBound<any DescriptorHandler>,
    events: UInt32 = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
  ) throws(SystemError) {
    let index = Int(descriptor)
    while unsafe index >= handlers.count { unsafe handlers.append(nil) }
    try poller.add(descriptor, events: events)
    unsafe handlers[index] = handler.value
  }

  /// Stops watching a descriptor. Call it before the descriptor is closed.
  package func unwatch(_ descriptor: Int32) {
    let index = Int(descriptor)
    guard unsafe handlers.indices.contains(index), unsafe handlers[index] != nil else { return }
    unsafe handlers[index] = nil
    ready.remove(descriptor)
    poller.remove(descriptor)
  }

  /// Calls `handler` once, after the jobs of this iteration: at that point the output that they queued is written. On the loop's
  /// thread only.
  package nonisolated func atEndOfIteration(_ handler: any IterationEndHandler) {
    checkIsolated()
    unsafe endOfIteration.append(handler)
  }

  /// Queues `handler` after the ready connections. For work that used up its time slice or is not urgent, such as accepts and
  /// closes. On the loop's thread only.
  package nonisolated func yield(_ handler: any YieldHandler, _ flow: Flow) {
    checkIsolated()
    unsafe yielding.append(handler, flow)
  }

  /// Sets or moves a deadline; it fires up to about 30 ms after `due`.
  package func schedule(_ deadline: LoopBound<Deadline>, at due: ContinuousClock.Instant) {
    wheel.schedule(deadline.value, at: due)
  }

  // MARK: - The loop

  /// Maximum number of events served before the jobs of other threads run: a few milliseconds of work.
  private static let eventsPerIteration = 64
  /// Nanoseconds of an iteration for the yield queue; at least one handler of it runs.
  private static let yieldBudget: Int64 = 100_000

  private static func takeWake(_ inbox: inout Inbox) -> Bool {
    guard inbox.sleeping else { return false }
    inbox.sleeping = false
    return true
  }

  private nonisolated func taskEnded() {
    inbox.withLock { $0.tasks -= 1 }
  }

  private func iterateUntilStopped() {
    var started = ContinuousClock.now
    var pressure = LoopPressure(at: .now)
    var pacing = YieldPacing(at: .now)
    while true {
      runJobs()
      runEndOfIteration()
      runYielding()
      let now = ContinuousClock.now
      for deadline in wheel.expired(at: now) { deadline.fire() }
      recordLag(started.duration(to: now))
      let mayBackOff = unsafe !yielding.isEmpty && endOfIteration.isEmpty && ready.isEmpty && pacing.isDue(at: .now)
      let count: Int
      switch prepareToSleep(now, mayBackOff: mayBackOff) {
      case .milliseconds(let timeout): count = poller.wait(milliseconds: timeout)
      case .backOff: count = poller.wait(nanoseconds: YieldPacing.backOff)
      case .end: return
      }
      inbox.withLock { $0.sleeping = false }
      started = .now
      guard count > 0 || !ready.isEmpty else { continue }
      if pressure.handled(count, at: .now) {
        // The call may be forbidden; the scheduling stays as it is then.
        _ = hearth_set_batch_scheduling(pressure.isHigh ? 1 : 0)
      }
      dispatch(count)
    }
  }

  private enum Sleep {
    /// The timeout; 0 for no sleep, -1 for no timeout.
    case milliseconds(Int32)
    case backOff
    /// The loop ends.
    case end
  }

  /// Decides how long the poller waits. From then on other threads wake it.
  private func prepareToSleep(_ now: ContinuousClock.Instant, mayBackOff: Bool) -> Sleep {
    var timeout: Int32 = -1
    if let wait = wheel.timeUntilNextTick(from: now) {
      let milliseconds = wait.components.seconds * 1000 + wait.components.attoseconds / 1_000_000_000_000_000
      timeout = Int32(min(60_000, milliseconds + 1))
    }
    let isDone = unsafe endOfIteration.isEmpty && yielding.isEmpty && ready.isEmpty
    return inbox.withLock { inbox in
      guard inbox.jobs.isEmpty, inbox.woken.isEmpty, isDone || mayBackOff else { return .milliseconds(0) }
      if isDone && inbox.stopping && inbox.tasks == 0 { return .end }
      inbox.sleeping = true
      return isDone ? .milliseconds(timeout) : .backOff
    }
  }

  private func recordLag(_ iteration: Duration) {
    let nanoseconds = iteration.components.seconds * 1_000_000_000 + iteration.components.attoseconds / 1_000_000_000
    if nanoseconds > lagNanoseconds.load(ordering: .relaxed) {
      lagNanoseconds.store(nanoseconds, ordering: .relaxed)
    }
  }

  private func runJobs() {
    var batch = spareJobs
    spareJobs = []
    var woken = spareWoken
    spareWoken = []
    inbox.withLock {
      swap(&$0.jobs, &batch)
      swap(&$0.woken, &woken)
    }
    for target in woken { target.woken() }
    woken.removeAll(keepingCapacity: true)
    spareWoken = woken
    for job in batch {
      unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    batch.removeAll(keepingCapacity: true)
    spareJobs = batch
  }

  private func runEndOfIteration() {
    guard unsafe !endOfIteration.isEmpty else { return }
    unsafe swap(&endOfIteration, &spareEndOfIteration)
    for handler in spareEndOfIteration { handler.iterationEnded() }
    spareEndOfIteration.removeAll(keepingCapacity: true)
  }

  private func runYielding() {
    guard unsafe !yielding.isEmpty else { return }
    let started = MonotonicInstant.now
    repeat {
      unsafe yielding.takeFirst()?.resume()
      // Jobs that the handler started count towards its time, and jobs of other threads do not wait.
      runJobs()
    } while unsafe !yielding.isEmpty && MonotonicInstant.now.since(started) < Self.yieldBudget
    runEndOfIteration()
  }

  /// - Parameter count: the number of events that the poller returned.
  private func dispatch(_ count: Int) {
    guard count > Self.eventsPerIteration || !ready.isEmpty else {
      for index in 0..<count {
        if let (handler, _, events) = target(index) { handler.ready(events) }
      }
      return
    }
    takeAllReady(count)
    for _ in 0..<Self.eventsPerIteration {
      guard let next = ready.takeFirst() else { return }
      unsafe handlers[Int(next.descriptor)]?.ready(next.events)
    }
  }

  /// The handler of an event; nil for a wake-up and for a descriptor that is no longer watched.
  private func target(_ index: Int) -> (handler: any DescriptorHandler, descriptor: Int32, events: UInt32)? {
    guard let (descriptor, events) = poller[index], unsafe handlers.indices.contains(Int(descriptor)),
      let handler = unsafe handlers[Int(descriptor)]
    else { return nil }
    return (handler, descriptor, events)
  }

  /// Moves all ready descriptors from the kernel's list, which is in order of arrival, to the fair queue.
  /// - Parameter count: the number of events that the poller returned.
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
