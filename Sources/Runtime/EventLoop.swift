import CLinux
import Glibc
import Synchronization

/// Learns of a descriptor's readiness, on the loop's thread.
package protocol DescriptorHandler: AnyObject {
  /// - Parameter events: epoll's bits (`EPOLLIN`, `EPOLLOUT`, `EPOLLHUP`, ...), edge-triggered unless asked otherwise.
  ///   They may be stale: a try that would block is normal.
  func ready(_ events: UInt32)
}

/// Told from any thread that there is something to look at.
package protocol LoopNotified: AnyObject, Sendable {
  /// On the loop's thread.
  func notified()
}

/// Asked for something once, when the jobs of a turn are done.
package protocol TurnEndHandler: AnyObject {
  /// On the loop's thread.
  func turnEnded()
}

/// One thread, one epoll set, one queue of jobs: the executor of every connection that was given to it.
///
/// The loop is an actor that is its own executor, so its state is checked by the compiler. Tasks start with `spawn`
/// only: they prefer the loop and are isolated to it, and that pair must match the one that jobs are run with, or every
/// suspension is queued several times over.
@safe package actor EventLoop: SerialExecutor, TaskExecutor {
  private struct Inbox {
    var jobs: [UnownedJob] = []
    var notified: [any LoopNotified] = []
    var sleeping = false
    var stopping = false
    var tasks = 0
  }

  private nonisolated let epoll: Int32
  private nonisolated let wakeDescriptor: Int32
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
  private var spareNotified: [any LoopNotified] = []
  private var spareEndOfTurn: [any TurnEndHandler] = []
  private var wheel = TimerWheel(origin: .now)
  private var departures = Departures()

  /// - Throws: `RuntimeError` where the system has no descriptors left.
  package init() throws(RuntimeError) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw RuntimeError(call: "epoll_create1", code: errno) }
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeDescriptor >= 0 else { throw RuntimeError(call: "eventfd", code: errno) }
    guard hearth_epoll_control(epoll, EPOLL_CTL_ADD, wakeDescriptor, EPOLLIN.rawValue) == 0 else {
      throw RuntimeError(call: "epoll_ctl", code: errno)
    }
  }

  deinit {
    close(epoll)
    close(wakeDescriptor)
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
    if mustWake { wake() }
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
  package nonisolated func notify(_ target: any LoopNotified) {
    let mustWake = inbox.withLock { inbox in
      inbox.notified.append(target)
      return Self.takeWake(&inbox)
    }
    if mustWake { wake() }
  }

  /// Takes no new tasks, and lets the thread end when the running ones have. Any thread.
  package nonisolated func stop() {
    let mustWake = inbox.withLock { inbox in
      inbox.stopping = true
      return Self.takeWake(&inbox)
    }
    if mustWake { wake() }
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
    guard hearth_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events) == 0 else {
      throw RuntimeError(call: "epoll_ctl", code: errno)
    }
    unsafe handlers[index] = handler.value
  }

  /// Ends a watch; call it before the descriptor is closed.
  package func unwatch(_ descriptor: Int32) {
    let index = Int(descriptor)
    guard unsafe handlers.indices.contains(index), unsafe handlers[index] != nil else { return }
    unsafe handlers[index] = nil
    _ = hearth_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0)
  }

  /// Calls `handler` once, when the jobs of this turn are done: that is when output gathered meanwhile is written.
  /// On the loop's thread.
  package nonisolated func atEndOfTurn(_ handler: any TurnEndHandler) {
    checkIsolated()
    unsafe endOfTurn.append(handler)
  }

  /// Sets or moves a deadline.
  package func schedule(_ deadline: LoopBound<Deadline>, at due: ContinuousClock.Instant) {
    wheel.schedule(deadline.value, at: due)
  }

  // MARK: - The loop

  /// Most events that are handled before the answers that other threads brought are sent: some milliseconds of work.
  private static let eventsPerTurn = 64

  private static func takeWake(_ inbox: inout Inbox) -> Bool {
    guard inbox.sleeping else { return false }
    inbox.sleeping = false
    return true
  }

  private nonisolated func wake() {
    var one: UInt64 = 1
    _ = unsafe write(wakeDescriptor, &one, 8)
  }

  private nonisolated func taskEnded() {
    inbox.withLock { $0.tasks -= 1 }
  }

  private func turnUntilStopped() {
    let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Self.eventsPerTurn)
    defer { unsafe events.deallocate() }
    var started = ContinuousClock.now
    var pressure = LoopPressure(at: .now)
    while true {
      runJobs()
      runEndOfTurn()
      let now = ContinuousClock.now
      for deadline in wheel.expired(at: now) { deadline.fire() }
      guard let timeout = prepareToSleep(turnStarted: started, now: now) else { return }
      let count = max(0, unsafe Int(epoll_wait(epoll, events, Int32(Self.eventsPerTurn), timeout)))
      inbox.withLock { $0.sleeping = false }
      started = .now
      guard count > 0 || !departures.isEmpty else { continue }
      if pressure.handled(count, at: .now) {
        // Where it is not allowed all stays as it is.
        _ = hearth_plan_for_throughput(pressure.isHigh ? 1 : 0)
      }
      for index in 0..<count { unsafe dispatch(events[index]) }
      if !departures.isEmpty { dispatchDepartures() }
    }
  }

  /// The time-out for `epoll_wait` in milliseconds, or nil where the loop is to end.
  private func prepareToSleep(turnStarted: ContinuousClock.Instant, now: ContinuousClock.Instant) -> Int32? {
    recordLag(turnStarted.duration(to: now))
    let patience: Int32
    if let wait = wheel.timeUntilNextTick(from: now) {
      let milliseconds = wait.components.seconds * 1000 + wait.components.attoseconds / 1_000_000_000_000_000
      patience = Int32(min(60_000, milliseconds + 1))
    } else {
      patience = -1
    }
    let isDone = unsafe endOfTurn.isEmpty && departures.isEmpty
    return inbox.withLock { inbox -> Int32? in
      if !inbox.jobs.isEmpty || !inbox.notified.isEmpty || !isDone { return 0 }
      if inbox.stopping && inbox.tasks == 0 { return nil }
      inbox.sleeping = true
      return patience
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

  private func dispatch(_ event: epoll_event) {
    let descriptor = unsafe withUnsafePointer(to: event) { unsafe hearth_epoll_descriptor($0) }
    if descriptor == wakeDescriptor {
      var count: UInt64 = 0
      _ = unsafe read(wakeDescriptor, &count, 8)
    } else if unsafe handlers.indices.contains(Int(descriptor)), let handler = unsafe handlers[Int(descriptor)] {
      let events = unsafe event.events
      if Departures.isMeant(by: events) {
        departures.add(.init(descriptor: descriptor, handler: handler, events: events))
      } else {
        handler.ready(events)
      }
    }
  }

  private func dispatchDepartures() {
    for departure in departures.take() where unsafe handlers[Int(departure.descriptor)] === departure.handler {
      departure.handler.ready(departure.events)
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
