import Bytes
import Logging
import Runtime
import Storage

/// Runs one attempt of a job within its time limit, and records its outcome: done, retry, or permanent failure.
///
/// Any thread. A worker pool owns one.
final class JobRunner: Sendable {
  private let database: any Database
  private let configuration: WorkerPool.Configuration
  private let environment: Environment
  private let logger: Logger
  private let isStopped = Locked(false)
  /// The lines about the storage, which a full disk would write for each job. The pool shares them.
  private let outages: FailureLog

  init(
    database: any Database, configuration: WorkerPool.Configuration, environment: Environment, logger: Logger,
    outages: FailureLog
  ) {
    self.database = database
    self.configuration = configuration
    self.environment = environment
    self.logger = logger
    self.outages = outages
  }

  /// Ends the attempts to record failures. The unrecorded jobs stay in the state `running`, and the next start requeues them.
  func stop() { isStopped.withLock { $0 = true } }

  /// Runs the handler on `thread`.
  /// - Parameter freed: called when a handler that exceeded its time has returned after all; its thread ends then.
  func outcome(
    of job: Job, _ handler: any JobHandler, on thread: DedicatedThread, freed: @escaping @Sendable () async -> Void
  ) async -> Result<JobEffect, any Error> {
    do {
      guard job.isReadable else { throw JobFailure.unreadable }
      // The process ended during each of the attempts.
      guard job.attempt <= configuration.maxAttempts else { throw JobFailure.permanent("too many attempts") }
      return .success(try await run(job, handler, on: thread, freed: freed))
    } catch {
      return .failure(error)
    }
  }

  /// Makes the outcome durable. - Returns: whether the job is done.
  func settle(_ job: Job, _ handler: any JobHandler, _ outcome: Result<JobEffect, any Error>) async -> Bool {
    do {
      let apply = try outcome.get()
      let report = try await database.write(in: job.scope) { connection -> AfterCommit? in
        guard try JobRepository.close(job, in: connection) else { return nil }
        return try apply(connection)
      }
      handler.committed(job)
      report?()
      return true
    } catch {
      await attemptFailed(job, handler, error)
      return false
    }
  }

  private func run(
    _ job: Job, _ handler: any JobHandler, on thread: DedicatedThread, freed: @escaping @Sendable () async -> Void
  ) async throws -> JobEffect {
    let timeout = configuration.timeout
    let race = JobAttemptRace()
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
      // The pool has replaced the thread, which ends after the job.
      await work.value
      thread.stop()
      await freed()
    }
    defer { alarm.cancel() }
    return try await race.first()
  }

  private func attemptFailed(_ job: Job, _ handler: any JobHandler, _ error: any Error) async {
    var isPermanent = job.attempt >= configuration.maxAttempts
    if case JobFailure.permanent = error { isPermanent = true }
    // An outage of the storage must not use up the attempts of the jobs that wait for it.
    let isOutage = (error as? StorageError)?.isTransient == true
    if isOutage { isPermanent = false }
    let reason = reason(error)
    if let count = isOutage ? outages.count(at: .now) : 1 {
      logger.log(
        level: isPermanent ? .error : .warning, isPermanent ? "job failed permanently" : "job attempt failed",
        metadata: [
          "kind": "\(job.kind)", "job": "\(job.id)", "attempt": "\(job.attempt)", "reason": "\(reason)",
          "failures": "\(count)",
        ])
    }
    let due = environment.now().advanced(by: backoff(job.attempt))
    if isPermanent, await recordPermanentFailure(job, handler, error) { return }
    while true {
      do {
        return try await database.write(in: .none) {
          try JobRepository.retry(job, at: due, reason: reason, counts: !isOutage, in: $0)
        }
      } catch {
        if let count = outages.count(at: .now) {
          logger.error(
            "cannot record a failed job", metadata: ["job": "\(job.id)", "error": "\(error)", "failures": "\(count)"])
        }
        if isStopped.withLock({ $0 }) { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func recordPermanentFailure(_ job: Job, _ handler: any JobHandler, _ error: any Error) async -> Bool {
    let (reason, now) = (reason(error), environment.now())
    do {
      let report = try await database.write(in: job.scope) { connection -> AfterCommit? in
        try FailedJobs.keep(job, reason: reason, now: now, in: connection)
        guard try JobRepository.close(job, in: connection) else { return nil }
        return try handler.failedPermanently(job, error, in: connection)
      }
      handler.committed(job)
      report?()
      return true
    } catch {
      logger.error("cannot record a permanent job failure", metadata: ["job": "\(job.id)", "error": "\(error)"])
      return false
    }
  }

  /// Errors of a handler may contain a user's text: only their type is logged.
  private func reason(_ error: any Error) -> String {
    if let error = error as? StorageError, error.isTransient { return "\(error)" }
    return (error as? JobFailure).map { "\($0)" } ?? "\(type(of: error))"
  }

  /// Exponential back-off: doubles with each attempt, up to `maxRetry`.
  private func backoff(_ attempt: Int) -> Duration {
    min(configuration.maxRetry, configuration.firstRetry * (1 << min(max(attempt - 1, 0), 16)))
  }
}
