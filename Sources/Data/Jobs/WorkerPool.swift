package import Bytes
package import Cluster
package import Logging
import Runtime
package import Storage

/// A pool of worker threads that claims jobs from the queue and runs several at a time.
package actor WorkerPool {
  /// The configuration of a pool.
  package struct Configuration: Sendable {
    /// The kinds of jobs that it claims.
    package var filter = JobFilter.allBut([])
    /// The number of threads, and of jobs that run at a time.
    package var concurrency = 4
    /// The time limit of one attempt.
    package var timeout: Duration = .seconds(30)
    /// Attempts before a job fails permanently.
    package var maxAttempts = 5
    /// The delay before the second attempt, doubled for each further one.
    package var firstRetry: Duration = .seconds(1)
    /// The longest delay between two attempts.
    package var maxRetry: Duration = .seconds(300)
    /// Reads what any job needs, such as tables; called once on a worker's thread, before the first jobs are claimed. A job
    /// that waited for it would lose an attempt if the process ended meanwhile.
    package var prepare: (@Sendable () -> Void)?

    /// Creates the default configuration.
    package init() {}
  }

  private let queue: JobQueue
  private let database: any Database
  private let handlers: [String: any JobHandler]
  private let configuration: Configuration
  private let node: ClusterNode
  private let environment: Environment
  private let logger: Logger
  private let runner: JobRunner
  private let outages = FailureLog()
  /// Maximum number of jobs that run or wait for their commit.
  private static let maxUnsettled = 64
  /// Maximum number of threads, for each that runs jobs, which handlers may occupy after their time is over.
  private static let maxOccupiedShare = 8
  /// The threads without a job.
  private var idle: [DedicatedThread] = []
  /// The number of threads that a handler occupies after its time is over.
  private var occupied = 0
  /// The number of these that no new thread has replaced yet.
  private var missing = 0
  private nonisolated let ownThread: DedicatedThread

  /// The claimed jobs that are not settled, by their ids.
  private var running: [Int64: Job] = [:]
  /// Whether the last claim failed. It may have happened nevertheless: its COMMIT may have lacked only the answer.
  private var hasUncertainClaim = false
  /// Whether the last claim returned as many jobs as it could.
  private var mayHaveMore = false
  /// Whether `prepare` of the configuration was called.
  private var isPrepared = false
  private(set) var isDraining = false
  /// Whether the loop that claims jobs runs.
  private var isClaiming = false
  /// Whether no job runs after a drain, or the grace period is over.
  private var isDrained = false
  private var drainWaiter: CheckedContinuation<Void, Never>?
  private var timer: Task<Void, Never>?

  /// The pool's own thread (`Actor`).
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe ownThread.asUnownedSerialExecutor() }

  /// Starts the threads. The pool claims jobs after `start()`.
  /// - Throws: `SystemError` if the threads cannot be started.
  package init(
    queue: JobQueue, database: any Database, handlers: [any JobHandler], configuration: Configuration = .init(),
    node: ClusterNode, environment: Environment, logger: Logger
  ) throws {
    self.queue = queue
    self.database = database
    self.handlers = Dictionary(handlers.map { ($0.kind, $0) }) { $1 }
    self.configuration = configuration
    self.node = node
    self.environment = environment
    self.logger = logger
    runner = JobRunner(
      database: database, configuration: configuration, environment: environment, logger: logger, outages: outages)
    ownThread = try DedicatedThread(name: "jobs")
    // One after the other: `deinit` ends those that have started if the next one does not.
    for number in 0..<max(1, configuration.concurrency) {
      idle.append(try DedicatedThread(name: "worker-\(number)"))
    }
  }

  deinit {
    for thread in idle { thread.stop() }
    ownThread.stop()
  }

  /// Requeues the jobs of ended processes, and begins to claim jobs.
  package func start() async throws {
    let filter = configuration.filter
    try await database.write(in: .jobs) { try JobRepository.releaseAbandoned(filter, in: $0) }
    isClaiming = true
    Task(executorPreference: ownThread) { await self.workUntilDrained() }
  }

  /// Claims no new jobs and waits for the running ones. Jobs that do not end within `grace` are requeued.
  package func drain(within grace: Duration) async {
    isDraining = true
    runner.stop()
    queue.wake()
    let alarm = Task {
      if (try? await Task.sleep(for: grace)) != nil { self.endDrain() }
    }
    await withCheckedContinuation { continuation in
      // Checked here, because both may have ended before this closure runs.
      if !isDrained, isClaiming || !running.isEmpty { drainWaiter = continuation } else { continuation.resume() }
    }
    alarm.cancel()
    timer?.cancel()
    await requeue(Array(running.values))
  }

  /// Ends the threads and waits for them, after `drain`. No other call may follow.
  ///
  /// After a second it stops waiting for a thread whose job continues after its timeout.
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

  private func endDrain() {
    isDrained = true
    drainWaiter?.resume()
    drainWaiter = nil
  }

  private func requeue(_ jobs: [Job]) async {
    guard !jobs.isEmpty else { return }
    do {
      try await database.write(in: .jobs) { try JobRepository.release(jobs, in: $0) }
    } catch {
      // The next start requeues them.
      logger.warning("cannot requeue jobs", metadata: ["error": "\(error)"])
    }
  }

  private func workUntilDrained() async {
    while !isDraining {
      replaceThreads()
      let room = room
      guard room > 0 else {
        if missing > 0 { wakeLater(after: .seconds(1)) }
        await queue.sleep()
        continue
      }
      guard let claimed = await claim(room) else {
        // An immediate retry would spin while the disk is full.
        wakeLater(after: .seconds(1))
        await queue.sleep()
        continue
      }
      // The drain began during the claim.
      if isDraining {
        await requeue(claimed)
        break
      }
      for job in claimed { start(job) }
      mayHaveMore = claimed.count == room
      // Idle workers of other nodes may take the rest.
      if mayHaveMore { node.bus.send(NodeJobs.hint) }
      if mayHaveMore { continue }
      // Later jobs wake the queue.
      await setTimer()
      await queue.sleep()
    }
    isClaiming = false
    if running.isEmpty { endDrain() }
  }

  /// The number of jobs that may be claimed: one per idle thread, fewer while many commits are pending.
  private var room: Int { min(idle.count, Self.maxUnsettled - running.count) }

  /// Claims jobs. - Returns: nil if the database failed.
  private func claim(_ room: Int) async -> [Job]? {
    do {
      guard try await prepareForJobs() else { return [] }
    } catch {
      log("cannot read jobs", error)
      return nil
    }
    let now = environment.now()
    let (filter, maxDelay, incarnation) = (configuration.filter, configuration.maxRetry, node.membership.incarnation)
    let known = hasUncertainClaim ? Set(running.keys) : nil
    do {
      let claimed = try await database.write(in: .jobs) { connection in
        if let known {
          try JobRepository.releaseUnknown(filter, node: incarnation, except: known, in: connection)
        }
        return try JobRepository.claim(
          filter, node: incarnation, limit: room, now: now, maxDelay: maxDelay, in: connection)
      }
      hasUncertainClaim = false
      return claimed
    } catch {
      hasUncertainClaim = true
      log("cannot claim jobs", error)
      return nil
    }
  }

  private func log(_ message: Logger.Message, _ error: any Error) {
    guard let count = outages.count(at: .now) else { return }
    logger.error(message, metadata: ["error": "\(error)", "failures": "\(count)"])
  }

  /// Calls `prepare` of the configuration if a job waits. - Returns: false if none does and nothing was prepared yet.
  private func prepareForJobs() async throws -> Bool {
    guard !isPrepared, let prepare = configuration.prepare, let thread = idle.last else { return true }
    let filter = configuration.filter
    guard try await database.read({ try JobRepository.nextDue(filter, in: $0) }) != nil else { return false }
    await Task(executorPreference: thread) { prepare() }.value
    isPrepared = true
    return true
  }

  /// Sets a timer for the next retry.
  private func setTimer() async {
    let filter = configuration.filter
    do {
      let due = try await database.read { try JobRepository.nextDue(filter, in: $0) }
      let delay = due.map { max(.milliseconds(10), $0.since(environment.now())) }
      // Threads that could not be started are tried again.
      if let delay = missing > 0 ? min(delay ?? .seconds(1), .seconds(1)) : delay { wakeLater(after: delay) }
    } catch {
      wakeLater(after: .seconds(1))
    }
  }

  private func wakeLater(after delay: Duration) {
    timer?.cancel()
    let queue = queue
    timer = Task {
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { queue.wake() }
    }
  }

  private func start(_ job: Job) {
    // `room` guarantees an idle thread.
    guard let thread = idle.popLast() else { return }
    running[job.id] = job
    Task {
      let handler = handlers[job.kind] ?? MissingJobHandler(kind: job.kind)
      let outcome = await self.runner.outcome(of: job, handler, on: thread, freed: self.freed)
      // The next job does not wait for the commit of this one.
      self.release(thread, after: outcome)
      let isDone = await self.runner.settle(job, handler, outcome)
      self.settled(job, isDone: isDone)
    }
  }

  private func release(_ thread: DedicatedThread, after outcome: Result<JobEffect, any Error>) {
    if case .failure(JobFailure.timedOut) = outcome {
      occupied += 1
      missing += 1
      replaceThreads()
    } else {
      idle.append(thread)
    }
    if mayHaveMore { queue.wake() }
  }

  /// A handler has returned after its time, and its thread ends.
  private func freed() {
    occupied -= 1
    queue.wake()
  }

  /// Starts a thread for each one that is occupied, unless too many are: handlers that never return must not use up the memory.
  private func replaceThreads() {
    while missing > 0, occupied <= Self.maxOccupiedShare * max(1, configuration.concurrency),
      let thread = try? DedicatedThread(name: "worker")
    {
      idle.append(thread)
      missing -= 1
    }
  }

  private func settled(_ job: Job, isDone: Bool) {
    running[job.id] = nil
    if isDraining, !isClaiming, running.isEmpty { endDrain() }
    // The timer must include the due time of a retry.
    if mayHaveMore || !isDone { queue.wake() }
  }
}
