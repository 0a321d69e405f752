package import Bytes
package import Logging
import Runtime
package import Storage

/// Takes jobs from the queue and runs them on threads of its own, several at a time.
package actor WorkerPool {
  /// How jobs are run.
  package struct Configuration: Sendable {
    /// Jobs at a time, and threads.
    package var concurrency = 2
    /// Longest time for one try.
    package var timeout: Duration = .seconds(30)
    /// Tries before a job is given up.
    package var maxAttempts = 5
    /// Wait before the second try; doubled for each further one, at most five minutes.
    package var firstRetry: Duration = .seconds(1)

    package init() {}
  }

  private let queue: JobQueue
  private let database: any Database
  private let handlers: [String: any JobHandler]
  private let configuration: Configuration
  private let ambient: Ambient
  private let logger: Logger
  private let threads: [DedicatedThread]
  private nonisolated let ownThread: DedicatedThread

  private var running: Set<Int64> = []
  private var isDraining = false
  private var nextThread = 0
  private var timer: Task<Void, Never>?

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
    threads = try (0..<max(1, configuration.concurrency)).map { try DedicatedThread(name: "worker-\($0)") }
  }

  /// Gives back what a dead process left, and works from now on.
  package func start() async throws {
    try await database.write { try JobRepository.releaseAbandoned(in: $0) }
    Task(executorPreference: ownThread) { await self.workUntilDrained() }
  }

  /// Takes nothing new, and waits for what runs; what does not end in time is given back.
  package func drain(within grace: Duration) async {
    isDraining = true
    queue.wake()
    let deadline = ContinuousClock.now + grace
    while !running.isEmpty, .now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
    let left = Array(running)
    if !left.isEmpty { try? await database.write { try JobRepository.release(left, in: $0) } }
    timer?.cancel()
  }

  private func workUntilDrained() async {
    while !isDraining {
      let claimed = await claim()
      for job in claimed { start(job) }
      if claimed.isEmpty || running.count >= configuration.concurrency {
        await setTimer()
        await queue.sleep()
      }
    }
  }

  private func claim() async -> [Job] {
    let room = configuration.concurrency - running.count
    guard room > 0 else { return [] }
    let now = ambient.now()
    do {
      return try await database.write { try JobRepository.claim(limit: room, now: now, in: $0) }
    } catch {
      logger.error("cannot take jobs", metadata: ["error": "\(error)"])
      wakeLater(after: .seconds(1))
      return []
    }
  }

  /// A retry that becomes due wakes the queue.
  private func setTimer() async {
    guard let due = try? await database.read({ try JobRepository.nextDue(in: $0) }) else { return }
    wakeLater(after: max(.milliseconds(10), due.since(ambient.now())))
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
    running.insert(job.id)
    nextThread = (nextThread + 1) % threads.count
    Task(executorPreference: threads[nextThread]) {
      await self.perform(job)
      await self.ended(job)
    }
  }

  private func ended(_ job: Job) {
    running.remove(job.id)
    queue.wake()
  }

  private nonisolated func perform(_ job: Job) async {
    guard let handler = handlers[job.kind] else {
      logger.error("no handler for a job", metadata: ["kind": "\(job.kind)", "job": "\(job.id)"])
      return
    }
    do {
      let apply = try await runInTime(job, handler)
      try await database.write { connection in
        guard try JobRepository.close(job, in: connection) else { return }
        try apply(connection)
      }
      handler.committed(job)
    } catch {
      await failed(job, handler, error)
    }
  }

  private nonisolated func runInTime(
    _ job: Job, _ handler: any JobHandler
  ) async throws -> @Sendable (any SQLConnection) throws -> Void {
    let timeout = configuration.timeout
    return try await withThrowingTaskGroup(of: (@Sendable (any SQLConnection) throws -> Void).self) { group in
      group.addTask { try await handler.run(job) }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw JobFailure.timedOut
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw JobFailure.timedOut }
      return first
    }
  }

  private nonisolated func failed(_ job: Job, _ handler: any JobHandler, _ error: any Error) async {
    var isFinal = job.attempt >= configuration.maxAttempts
    if case JobFailure.permanent = error { isFinal = true }
    logger.warning(
      "job failed",
      metadata: ["kind": "\(job.kind)", "job": "\(job.id)", "attempt": "\(job.attempt)", "final": "\(isFinal)"])
    let due = ambient.now().advanced(by: backoff(job.attempt))
    let givesUp = isFinal
    do {
      try await database.write { connection in
        guard givesUp else { return try JobRepository.retry(job, at: due, in: connection) }
        guard try JobRepository.close(job, in: connection) else { return }
        try handler.giveUp(job, error, in: connection)
      }
      if givesUp { handler.committed(job) }
    } catch {
      logger.error("cannot record a failed job", metadata: ["job": "\(job.id)", "error": "\(error)"])
      try? await database.write { try JobRepository.release([job.id], in: $0) }
    }
  }

  private nonisolated func backoff(_ attempt: Int) -> Duration {
    min(.seconds(300), configuration.firstRetry * (1 << min(attempt - 1, 16)))
  }
}
