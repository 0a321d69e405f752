package import Bytes
import JSONCodec
package import Jobs
package import Logging
package import Nutrition
package import Realtime
import Runtime
package import Storage

/// The foods besides the built-in table that a text may name. The foods service conforms to it.
package protocol FoodOverlaySource: Sendable {
  /// Returns the imported and own foods whose names occur in `text`.
  /// - Parameter userID: nil for imported foods only.
  /// - Throws: an error of the database, after which the job is retried.
  func overlay(for text: String, userID: String?) async throws -> FoodOverlay
}

/// Parses a meal log in the background. The items and the event that reports them are one transaction.
package struct MealParsingHandler: JobHandler {
  /// The kind of the jobs that this handler runs.
  package static let jobKind = "meal.parse"

  /// The error of logs that name no food.
  static let failureCode = "PARSING_FAILED"
  static let failureMessage = "Failed to parse meal input"

  /// The kind of the jobs that this handler runs.
  package var kind: String { Self.jobKind }

  private let database: any Database
  private let reader: any MealReader
  private let foods: (any FoodOverlaySource)?
  private let outbox: Outbox
  private let observer: (any MealLogObserver)?
  private let environment: Environment
  private let logger: Logger
  /// The failures by job, logged once their transactions are committed.
  private let failures = Locked([Int64: Failure]())

  /// A failed meal for the log, without the user's text.
  private struct Failure: Sendable {
    var logID: String
    var code: String
    var duration: Duration
  }

  /// - Parameters:
  ///   - foods: foods besides the built-in table; nil if there are none.
  ///   - observer: notified in the transaction of every change.
  ///   - logger: gets an entry for each meal that failed.
  package init(
    database: any Database, reader: any MealReader, foods: (any FoodOverlaySource)? = nil, outbox: Outbox,
    changes observer: (any MealLogObserver)? = nil,
    environment: Environment, logger: Logger
  ) {
    self.database = database
    self.reader = reader
    self.foods = foods
    self.outbox = outbox
    self.observer = observer
    self.environment = environment
    self.logger = logger
  }

  /// Parses the meal. The returned closure stores the result in the transaction that closes the job.
  /// - Throws: `JobFailure.permanent` for a job without a log; other errors retry the job.
  package func run(_ job: Job) async throws -> @Sendable (any SQLConnection) throws -> Void {
    // An earlier attempt may have left a failure whose transaction was not committed.
    failures.withLock { $0[job.id] = nil }
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID else {
      throw JobFailure.permanent("the job names no meal log")
    }
    // The log was deleted since.
    guard let log = try await database.read({ try MealLogRepository.find(id: id, userID: userID, in: $0) }) else {
      return { _ in }
    }
    let additionalFoods = try await foods?.overlay(for: log.rawInput, userID: userID) ?? .none
    switch try await reader.read(log.rawInput, userID: userID, additionalFoods: additionalFoods) {
    case .items(let parsed):
      let items = parsed.map { MealItem($0, environment: environment) }
      return { connection in
        _ = try finish(log, job, in: connection) { log in
          log.status = .completed
          log.items = items
        }
      }
    case .failure(let reason, let suggestions):
      return { connection in
        try fail(
          log, job, Self.failureMessage, details: reason, suggestions: suggestions, in: connection)
      }
    }
  }

  /// Marks the log as failed after the last attempt failed.
  package func failedPermanently(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws {
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID,
      let log = try MealLogRepository.find(id: id, userID: userID, in: connection)
    else { return }
    try fail(
      log, job, "Failed to process meal input", details: "The meal could not be processed after several attempts.",
      suggestions: ["Try again in a few minutes."], in: connection)
  }

  /// Sets a failed log back to processing. - Returns: false if its user retried, changed or deleted it since.
  package func reopen(_ job: Job, in connection: any SQLConnection) throws -> Bool {
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID,
      let old = try MealLogRepository.find(id: id, userID: userID, in: connection), old.status == .failed
    else { return false }
    var log = old
    let now = environment.now()
    log.status = .processing
    log.errorCode = nil
    log.errorMessage = nil
    log.processingStartedAt = now
    log.processingCompletedAt = nil
    log.updatedAt = now
    try MealLogRepository.update(log, replacing: old, in: connection)
    try observer?.changed(id: log.id, userID: userID, in: connection)
    try outbox.append(userID: userID, kind: MealEvents.processing, payload: MealEvents.payload(log), in: connection)
    return true
  }

  /// Wakes the sockets of the user, and logs a failure.
  package func committed(_ job: Job) {
    if let userID = job.userID { outbox.published(userID: userID) }
    guard let failure = failures.withLock({ $0.removeValue(forKey: job.id) }) else { return }
    logger.notice(
      "meal parsing failed",
      metadata: [
        "meal_log": "\(failure.logID)", "code": "\(failure.code)",
        "duration_ms": "\(Int(failure.duration / .milliseconds(1)))", "attempt": "\(job.attempt)",
      ])
  }

  private func fail(
    _ log: MealLog, _ job: Job, _ message: String, details: String, suggestions: [String],
    in connection: any SQLConnection
  ) throws {
    let code = Self.failureCode
    let failed = try finish(log, job, details: details, suggestions: suggestions, in: connection) { log in
      log.status = .failed
      log.errorCode = code
      log.errorMessage = message
    }
    guard let failed, let started = failed.processingStartedAt else { return }
    let duration = max(.zero, failed.updatedAt.since(started))
    failures.withLock { $0[job.id] = Failure(logID: failed.id, code: code, duration: duration) }
  }

  /// - Returns: the stored log; nil if it was changed or deleted since the job began.
  private func finish(
    _ parsed: MealLog, _ job: Job, details: String = "", suggestions: [String] = [],
    in connection: any SQLConnection, _ change: (inout MealLog) -> Void
  ) throws -> MealLog? {
    guard let old = try MealLogRepository.find(id: parsed.id, userID: parsed.userID, in: connection),
      old.status == .processing, old.rawInput == parsed.rawInput
    else { return nil }
    var log = old
    let now = environment.now()
    // Earlier versions did not set it when a log was created.
    log.processingStartedAt = log.processingStartedAt ?? job.startedAt
    log.processingCompletedAt = now
    log.updatedAt = now
    change(&log)
    try MealLogRepository.update(log, replacing: old, in: connection)
    try observer?.changed(id: log.id, userID: log.userID, in: connection)
    try outbox.append(
      userID: log.userID, kind: log.status == .completed ? MealEvents.completed : MealEvents.failed,
      payload: MealEvents.payload(log, details: details, suggestions: suggestions), in: connection)
    return log
  }
}
