package import Bytes
package import Logging
import Runtime
package import Storage

/// Takes jobs from the queue and runs them on threads of its own, several at a time.
package actor WorkerPool {
  /// How jobs are run.
  package struct Configuration: Sendable {
    /// Which jobs it takes.
    package var share = JobShare.allBut([])
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

  private let queue: JobQueue
  private let database: any Database
  private let handlers: [String: any JobHandler]
  private let configuration: Configuration
  private let ambient: Ambient
  private let logger: Logger
  /// Jobs that wait for their commit, or run, at most.
  private static let maxUnsettled = 64
  /// Threads without a job.
  private var idle: [DedicatedThread]
  private nonisolated let ownThread: DedicatedThread

  /// Taken, and not settled yet.
  private var running: Set<Int64> = []
  /// Whether there were at least as many jobs as could be taken.
  private var mayHaveMore = false
  private(set) var isDraining = false
  /// Whether the loop that takes jobs goes on.
  private var isTaking = false
  /// Nothing runs any more, or the time for it is over.
  private var isDrained = false
  private var drainWaiter: CheckedContinuation<Void, Never>?
  private var timer: Task<Void, Never>?
  /// Until when no further job that could not be recorded is told.
  private var silentUntil: ContinuousClock.Instant?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe ownThread.asUnownedSerialExecutor() }

  /// - Throws: where the system has no room for the threads.
  package init(
    queue: JobQueue, database: any Database, handlers: [any JobHandler], configuration: Configuration = .init(),
    ambient: Ambient, logger: Logger
  ) throws {
    self.queue = queue
    self.database = database
    self.handlers = Dictionary(handlers.map { ($0.kind, $0) }) { $1 }
    self.configuration = configuration
    self.ambient = ambient
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

  private func endDrain() {
    isDrained = true
    drainWaiter?.resume()
    drainWaiter = nil
  }

  private func giveBack(_ ids: [Int64]) async {
    guard !ids.isEmpty else { return }
    do {
      try await database.write { try JobRepository.release(ids, in: $0) }
    } catch {
      // The next start gives them back.
      logger.warning("cannot give jobs back", metadata: ["error": "\(error)"])
    }
  }

  private func workUntilDrained() async {
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
  private var room: Int { min(idle.count, Self.maxUnsettled - running.count) }

  /// - Returns: nil where the database could not be asked.
  private func claim(_ room: Int) async -> [Job]? {
    let now = ambient.now()
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
  private func setTimer() async {
    let share = configuration.share
    do {
      guard let due = try await database.read({ try JobRepository.nextDue(share, in: $0) }) else { return }
      wakeLater(after: max(.milliseconds(10), due.since(ambient.now())))
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

  private func release(_ thread: DedicatedThread, after outcome: Result<JobEffect, any Error>) {
    var isFree = true
    // The job still holds it: another one takes its place.
    if case .failure(JobFailure.timedOut) = outcome { isFree = false }
    idle.append(isFree ? thread : (try? DedicatedThread(name: "worker")) ?? thread)
    if mayHaveMore { queue.wake() }
  }

  private func settled(_ job: Job, isDone: Bool) {
    running.remove(job.id)
    if isDraining, !isTaking, running.isEmpty { endDrain() }
    // One that is to be tried again has a moment that the timer must know.
    if mayHaveMore || !isDone { queue.wake() }
  }

  private nonisolated func outcome(
    of job: Job, _ handler: any JobHandler, on thread: DedicatedThread
  ) async -> Result<JobEffect, any Error> {
    do {
      guard job.isReadable else { throw JobFailure.unreadable }
      // It was running when a process died, once too often.
      guard job.attempt <= configuration.maxAttempts else { throw JobFailure.permanent("tried too often") }
      return .success(try await runInTime(job, handler, on: thread))
    } catch {
      return .failure(error)
    }
  }

  /// Makes the outcome durable. - Returns: false where the job failed.
  private nonisolated func settle(
    _ job: Job, _ handler: any JobHandler, _ outcome: Result<JobEffect, any Error>
  ) async -> Bool {
    do {
      let apply = try outcome.get()
      try await database.write { connection in
        guard try JobRepository.close(job, in: connection) else { return }
        try apply(connection)
      }
      handler.committed(job)
      return true
    } catch {
      await failed(job, handler, error)
      return false
    }
  }

  private nonisolated func runInTime(
    _ job: Job, _ handler: any JobHandler, on thread: DedicatedThread
  ) async throws -> JobEffect {
    let timeout = configuration.timeout
    let race = JobRace()
    let work = Task(executorPreference: thread) {
      do {
        race.ended(.success(try await handler.run(job)))
      } catch {
        race.ended(.failure(error))
      }
    }
    let alarm = Task {
      guard (try? await Task.sleep(for: timeout)) != nil else { return }
      guard race.ended(.failure(JobFailure.timedOut)) else { return }
      work.cancel()
      // The pool has replaced the thread: it ends when the job lets it.
      await work.value
      thread.stop()
    }
    defer { alarm.cancel() }
    return try await race.first()
  }

  private nonisolated func failed(_ job: Job, _ handler: any JobHandler, _ error: any Error) async {
    var isFinal = job.attempt >= configuration.maxAttempts
    if case JobFailure.permanent = error { isFinal = true }
    // A disk that is full for an hour must not use up the tries of what waits for it.
    let isStorage = (error as? StorageError)?.isPassing == true
    if isStorage { isFinal = false }
    logger.log(
      level: isFinal ? .error : .warning, isFinal ? "job given up" : "job failed",
      metadata: [
        "kind": "\(job.kind)", "job": "\(job.id)", "attempt": "\(job.attempt)", "reason": "\(reason(error))",
      ])
    let due = ambient.now().advanced(by: backoff(job.attempt))
    if isFinal, await hasGivenUp(job, handler, error) { return }
    while true {
      do {
        return try await database.write { try JobRepository.retry(job, at: due, counts: !isStorage, in: $0) }
      } catch {
        await tellUnrecorded(job, error)
        // Left as running, the next start gives it back.
        if await isDraining { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// A full disk fails what all running jobs have to record: one line a second is enough.
  private func tellUnrecorded(_ job: Job, _ error: any Error) {
    let now = ContinuousClock.now
    if let silentUntil, now < silentUntil { return }
    silentUntil = now + .seconds(1)
    logger.error("cannot record a failed job", metadata: ["job": "\(job.id)", "error": "\(error)"])
  }

  /// Errors of a handler may hold what a user wrote: only their kind is shown.
  private nonisolated func reason(_ error: any Error) -> String {
    if let error = error as? StorageError, error.isPassing { return "\(error)" }
    return (error as? JobFailure).map { "\($0)" } ?? "\(type(of: error))"
  }

  private nonisolated func hasGivenUp(_ job: Job, _ handler: any JobHandler, _ error: any Error) async -> Bool {
    do {
      try await database.write { connection in
        guard try JobRepository.close(job, in: connection) else { return }
        try handler.giveUp(job, error, in: connection)
      }
      handler.committed(job)
      return true
    } catch {
      logger.error("cannot give a job up", metadata: ["job": "\(job.id)", "error": "\(error)"])
      return false
    }
  }

  private nonisolated func backoff(_ attempt: Int) -> Duration {
    min(configuration.maxRetry, configuration.firstRetry * (1 << min(max(attempt - 1, 0), 16)))
  }
}
