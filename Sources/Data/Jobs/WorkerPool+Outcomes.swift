import Bytes
import Logging
import Runtime
import Storage

/// One job: its run in time, what came of it made durable, and another try where it failed.
extension WorkerPool {
  nonisolated func outcome(
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
  nonisolated func settle(
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

  nonisolated func runInTime(
    _ job: Job, _ handler: any JobHandler, on thread: DedicatedThread
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
      // The pool has replaced the thread: it ends when the job lets it.
      await work.value
      thread.stop()
    }
    defer { alarm.cancel() }
    return try await race.first()
  }

  nonisolated func failed(_ job: Job, _ handler: any JobHandler, _ error: any Error) async {
    var isFinal = job.attempt >= configuration.maxAttempts
    if case JobFailure.permanent = error { isFinal = true }
    // A disk that is full for an hour must not use up the tries of what waits for it.
    let isStorage = (error as? StorageError)?.isTransient == true
    if isStorage { isFinal = false }
    logger.log(
      level: isFinal ? .error : .warning, isFinal ? "job given up" : "job failed",
      metadata: [
        "kind": "\(job.kind)", "job": "\(job.id)", "attempt": "\(job.attempt)", "reason": "\(reason(error))",
      ])
    let due = environment.now().advanced(by: backoff(job.attempt))
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
  func tellUnrecorded(_ job: Job, _ error: any Error) {
    let now = ContinuousClock.now
    if let silentUntil, now < silentUntil { return }
    silentUntil = now + .seconds(1)
    logger.error("cannot record a failed job", metadata: ["job": "\(job.id)", "error": "\(error)"])
  }

  /// Errors of a handler may hold what a user wrote: only their kind is shown.
  nonisolated func reason(_ error: any Error) -> String {
    if let error = error as? StorageError, error.isTransient { return "\(error)" }
    return (error as? JobFailure).map { "\($0)" } ?? "\(type(of: error))"
  }

  nonisolated func hasGivenUp(_ job: Job, _ handler: any JobHandler, _ error: any Error) async -> Bool {
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

  nonisolated func backoff(_ attempt: Int) -> Duration {
    min(configuration.maxRetry, configuration.firstRetry * (1 << min(max(attempt - 1, 0), 16)))
  }
}
