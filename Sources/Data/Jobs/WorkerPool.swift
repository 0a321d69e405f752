package import Bytes
package import Logging
import Runtime
package import Storage

/// Takes jobs from the queue and runs them on threads of its own, several at a time.
package actor WorkerPool {
  /// How jobs are run.
  package struct Configuration: Sendable {
    /// Which jobs it takes.
    package var share = JobFilter.allBut([])
    /// Jobs at a time, and threads.
    package var concurrency = 4
    /// Longest time for one try.
    package var timeout: Duration = .seconds(30)
    /// Tries before a job is given up.
    package var maxAttempts = 5
    /// Wait before the second try; doubled for each further one.
    package var firstRetry: Duration = .seconds(1)
    /// The longest wait between two tries.
    package var maxRetry: Duration = .seconds(300)

    package init() {}
  }

  let queue: JobQueue
  let database: any Database
  let handlers: [String: any JobHandler]
  let configuration: Configuration
  let environment: Environment
  let logger: Logger
  /// Jobs that wait for their commit, or run, at most.
  static let maxUnsettled = 64
  /// Threads without a job.
  var idle: [DedicatedThread]
  nonisolated let ownThread: DedicatedThread

  /// Taken, and not settled yet.
  var running: Set<Int64> = []
  /// Whether there were at least as many jobs as could be taken.
  var mayHaveMore = false
  private(set) var isDraining = false
  /// Whether the loop that takes jobs goes on.
  var isTaking = false
  /// Nothing runs any more, or the time for it is over.
  var isDrained = false
  var drainWaiter: CheckedContinuation<Void, Never>?
  var timer: Task<Void, Never>?
  /// Until when no further job that could not be recorded is told.
  var silentUntil: ContinuousClock.Instant?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe ownThread.asUnownedSerialExecutor() }

  /// - Throws: where the system has no room for the threads.
  package init(
    queue: JobQueue, database: any Database, handlers: [any JobHandler], configuration: Configuration = .init(),
    environment: Environment, logger: Logger
  ) throws {
    self.queue = queue
    self.database = database
    self.handlers = Dictionary(handlers.map { ($0.kind, $0) }) { $1 }
    self.configuration = configuration
    self.environment = environment
    self.logger = logger
    ownThread = try DedicatedThread(name: "jobs")
    idle = try (0..<max(1, configuration.concurrency)).map { try DedicatedThread(name: "worker-\($0)") }
  }

  deinit {
    for thread in idle { thread.stop() }
    ownThread.stop()
  }

  /// Gives back what a dead process left, and works from now on.
  package func start() async throws {
    let share = configuration.share
    try await database.write { try JobRepository.releaseAbandoned(share, in: $0) }
    isTaking = true
    Task(executorPreference: ownThread) { await self.workUntilDrained() }
  }

  /// Takes nothing new, and waits for what runs; what does not end in time is given back.
  package func drain(within grace: Duration) async {
    isDraining = true
    queue.wake()
    let alarm = Task {
      if (try? await Task.sleep(for: grace)) != nil { self.endDrain() }
    }
    await withCheckedContinuation { continuation in
      // Asked here, because work and time may have ended on the way into this closure.
      if !isDrained, isTaking || !running.isEmpty { drainWaiter = continuation } else { continuation.resume() }
    }
    alarm.cancel()
    timer?.cancel()
    await giveBack(Array(running))
  }

  /// Ends the threads and waits for them, after `drain`. The pool does nothing any more.
  ///
  /// A thread whose job goes on in spite of its timeout is left to itself after a second.
  package nonisolated func stop() async {
    // The own thread must be last: the pool's state lives on it.
    for thread in await takeThreads() + [ownThread] {
      thread.stop()
      await thread.join(within: .seconds(1))
    }
  }

  private func takeThreads() -> [DedicatedThread] {
    defer { idle = [] }
    return idle
  }

  func endDrain() {
    isDrained = true
    drainWaiter?.resume()
    drainWaiter = nil
  }

  func giveBack(_ ids: [Int64]) async {
    guard !ids.isEmpty else { return }
    do {
      try await database.write { try JobRepository.release(ids, in: $0) }
    } catch {
      // The next start gives them back.
      logger.warning("cannot give jobs back", metadata: ["error": "\(error)"])
    }
  }

  func workUntilDrained() async {
    while !isDraining {
      let room = room
      guard room > 0 else {
        await queue.sleep()
        continue
      }
      guard let claimed = await claim(room) else {
        // Trying again at once would spin for as long as the disk is full.
        wakeLater(after: .seconds(1))
        await queue.sleep()
        continue
      }
      // The drain began while they were being taken.
      if isDraining {
        await giveBack(claimed.map(\.id))
        break
      }
      for job in claimed { start(job) }
      mayHaveMore = claimed.count == room
      if mayHaveMore { continue }
      // What comes from now on wakes the queue.
      await setTimer()
      await queue.sleep()
    }
    isTaking = false
    if running.isEmpty { endDrain() }
  }

  /// How many jobs may be taken: as many as there are threads without one, unless the database is far behind.
  var room: Int { min(idle.count, Self.maxUnsettled - running.count) }

  /// - Returns: nil where the database could not be asked.
  func claim(_ room: Int) async -> [Job]? {
    let now = environment.now()
    let (share, longest) = (configuration.share, configuration.maxRetry)
    do {
      return try await database.write {
        try JobRepository.claim(share, limit: room, now: now, longest: longest, in: $0)
      }
    } catch {
      logger.error("cannot take jobs", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// A retry that becomes due wakes the queue.
  func setTimer() async {
    let share = configuration.share
    do {
      guard let due = try await database.read({ try JobRepository.nextDue(share, in: $0) }) else { return }
      wakeLater(after: max(.milliseconds(10), due.since(environment.now())))
    } catch {
      wakeLater(after: .seconds(1))
    }
  }

  func wakeLater(after delay: Duration) {
    timer?.cancel()
    let queue = queue
    timer = Task {
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { queue.wake() }
    }
  }

  func start(_ job: Job) {
    // As many threads as jobs at a time: there is one.
    guard let thread = idle.popLast() else { return }
    running.insert(job.id)
    Task {
      let handler = handlers[job.kind] ?? MissingJobHandler(kind: job.kind)
      let outcome = await self.outcome(of: job, handler, on: thread)
      // The next job need not wait until this one is durable.
      self.release(thread, after: outcome)
      let isDone = await self.settle(job, handler, outcome)
      self.settled(job, isDone: isDone)
    }
  }

  func release(_ thread: DedicatedThread, after outcome: Result<JobEffect, any Error>) {
    var isFree = true
    // The job still holds it: another one takes its place.
    if case .failure(JobFailure.timedOut) = outcome { isFree = false }
    idle.append(isFree ? thread : (try? DedicatedThread(name: "worker")) ?? thread)
    if mayHaveMore { queue.wake() }
  }

  func settled(_ job: Job, isDone: Bool) {
    running.remove(job.id)
    if isDraining, !isTaking, running.isEmpty { endDrain() }
    // One that is to be tried again has a moment that the timer must know.
    if mayHaveMore || !isDone { queue.wake() }
  }
}
