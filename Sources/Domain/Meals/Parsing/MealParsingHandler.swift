package import Bytes
import JSONCodec
package import Jobs
package import Logging
package import Nutrition
package import Realtime
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
  package func run(_ job: Job) async throws -> JobEffect {
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID else {
      throw JobFailure.permanent("the job names no meal log")
    }
    // The log was deleted since.
    guard let log = try await database.read({ try MealLogRepository.find(id: id, userID: userID, in: $0) }) else {
      return { _ in nil }
    }
    let additionalFoods = try await foods?.overlay(for: log.rawInput, userID: userID) ?? .none
    switch try await reader.read(
      log.rawInput, language: log.language, userID: userID, additionalFoods: additionalFoods)
    {
    case .items(let parsed):
      let items = parsed.map { MealItem($0, environment: environment) }
      return { connection in
        _ = try finish(log, job, in: connection) { log in
          log.status = .completed
          log.items = items
        }
        return nil
      }
    case .failure(let reason, let suggestions):
      return { connection in
        try fail(
          log, job, Self.failureMessage, MealFailure(details: reason, suggestions: suggestions), in: connection)
      }
    }
  }

  /// Marks the log as failed after the last attempt failed.
  package func failedPermanently(
    _ job: Job, _ error: any Error, in connection: any SQLConnection
  ) throws -> AfterCommit? {
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID,
      let log = try MealLogRepository.find(id: id, userID: userID, in: connection)
    else { return nil }
    return try fail(
      log, job, "Failed to process meal input",
      MealFailure(
        details: "The meal could not be processed after several attempts.",
        suggestions: ["Try again in a few minutes."]), in: connection)
  }

  /// Sets a failed log back to processing. - Returns: false if its user retried, changed or deleted it since.
  package func reopen(_ job: Job, in connection: any SQLConnection) throws -> Bool {
    guard let id = job.payload["meal_log_id"]?.stringValue, let userID = job.userID,
      let old = try MealLogRepository.find(id: id, userID: userID, in: connection), old.status == .failed
    else { return false }
    var log = old
    log.startProcessing(at: environment.now())
    try MealLogRepository.update(log, replacing: old, in: connection)
    try observer?.changed(id: log.id, userID: userID, in: connection)
    try outbox.append(userID: userID, kind: MealEvents.processing, payload: MealEvents.payload(log), in: connection)
    return true
  }

  /// Wakes the sockets of the user.
  package func committed(_ job: Job) {
    if let userID = job.userID { outbox.published(userID: userID) }
  }

  /// - Returns: the entry of the log, without the user's text; nil if the meal did not fail.
  private func fail(
    _ log: MealLog, _ job: Job, _ message: String, _ failure: MealFailure, in connection: any SQLConnection
  ) throws -> AfterCommit? {
    let code = Self.failureCode
    let failed = try finish(log, job, in: connection) { log in
      log.status = .failed
      log.errorCode = code
      log.errorMessage = message
      log.failure = failure
    }
    guard let failed, let started = failed.processingStartedAt else { return nil }
    let duration = max(.zero, failed.updatedAt.since(started))
    return { [logger] in
      logger.notice(
        "meal parsing failed",
        metadata: [
          "meal_log": "\(failed.id)", "code": "\(code)", "duration_ms": "\(Int(duration / .milliseconds(1)))",
          "attempt": "\(job.attempt)",
        ])
    }
  }

  /// - Returns: the stored log; nil if it was changed or deleted since the job began.
  private func finish(
    _ parsed: MealLog, _ job: Job, in connection: any SQLConnection, _ change: (inout MealLog) -> Void
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
      payload: MealEvents.payload(log), in: connection)
    return log
  }
}
