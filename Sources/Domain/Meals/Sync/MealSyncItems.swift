import API
import Bytes
package import JSONCodec
import Realtime
package import Storage

/// Meal logs as items that devices log and change while they are offline. The methods run in the caller's transaction.
package struct MealSyncItems: Sendable {
  private let meals: MealsService

  /// Creates the items of a service.
  package init(meals: MealsService) { self.meals = meals }

  /// Returns the id of the log for a device's id, which need not be a UUID.
  package func storedID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String {
    try MealUpload.logID(id, userID: userID, in: connection)
  }

  /// Whether the log already has all values that a device sent.
  package func isSame(
    _ content: JSONValue, id: String, userID: String, in connection: any SQLConnection
  ) throws -> Bool {
    guard let log = try MealLogRepository.find(id: id, userID: userID, in: connection),
      let upload = try? MealUpload(content, environment: meals.environment)
    else { return false }
    return upload.isSame(as: log)
  }

  /// Creates or changes a log. Text without items is parsed in the background, as by `POST /api/v1/meal-logs/natural`.
  /// - Throws: `Problem` if the content is invalid or exceeds a limit; nothing is changed then.
  package func store(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws {
    let upload = try MealUpload(content, environment: meals.environment)
    if let log = try MealLogRepository.find(id: id, userID: userID, in: connection) {
      try change(log, to: upload, in: connection)
    } else {
      try create(upload, id: id, userID: userID, in: connection)
    }
  }

  /// Returns the JSON form of a log; nil if the user has no such log.
  package func content(id: String, userID: String, in connection: any SQLConnection) throws -> JSONValue? {
    try MealLogRepository.find(id: id, userID: userID, in: connection).map(MealLogJSON.log)
  }

  /// Deletes a log with its pending events. - Returns: false if the user has no such log.
  @discardableResult
  package func remove(id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    try meals.remove(id: id, userID: userID, in: connection)
  }

  /// Wakes workers and sockets after a transaction that stored logs of the user was committed.
  package func committed(userID: String) { meals.notify(userID) }

  private func create(_ upload: MealUpload, id: String, userID: String, in connection: any SQLConnection) throws {
    guard let type = upload.mealType else { throw Problem.badRequest("meal_type is missing.") }
    guard upload.rawInput != nil || upload.items != nil else {
      throw Problem.badRequest("A meal needs raw_input or items.")
    }
    let now = meals.environment.now()
    var log = MealLog(
      id: id, userID: userID, rawInput: upload.rawInput ?? "",
      language: LanguageTag.supported(try meals.profileLanguage(of: userID, in: connection)), mealType: type,
      status: .processing, loggedAt: upload.loggedAt ?? now, createdAt: now, updatedAt: now)
    if let items = upload.items { finish(&log, with: items, at: now) }
    if log.status == .processing {
      try checkPending(userID, in: connection)
      log.processingStartedAt = now
    }
    let parsing = log.status == .processing ? MealsService.parsingBytes : 0
    try meals.quota.admit(log.storedBytes + parsing, of: userID, in: connection)
    try MealLogRepository.insert(log, as: nil, in: connection)
    try stored(log, in: connection)
  }

  private func change(_ old: MealLog, to upload: MealUpload, in connection: any SQLConnection) throws {
    let now = meals.environment.now()
    var log = old
    log.mealType = upload.mealType ?? old.mealType
    log.loggedAt = upload.loggedAt ?? old.loggedAt
    log.rawInput = upload.rawInput ?? old.rawInput
    log.updatedAt = now
    if let items = upload.items, !upload.hasSameItems(as: old) {
      finish(&log, with: items, at: now)
    } else if log.rawInput != old.rawInput {
      // Another text is another meal: the items of the old text are deleted.
      try checkPending(log.userID, in: connection)
      log.items = []
      log.startProcessing(at: now)
    }
    let isParsedAgain = log.status == .processing && log.rawInput != old.rawInput
    let growth = log.storedBytes - old.storedBytes
    try meals.quota.admit(
      isParsedAgain ? max(0, growth) + MealsService.parsingBytes : growth, of: old.userID, in: connection)
    try MealLogRepository.update(log, replacing: old, in: connection)
    try stored(log, isParsedAgain: isParsedAgain, in: connection)
  }

  private func checkPending(_ userID: String, in connection: any SQLConnection) throws {
    try meals.checkPending(
      userID, limit: meals.configuration.maxPendingOfDevices, setting: "sync.max_pending_meals", in: connection)
  }

  private func finish(_ log: inout MealLog, with items: [MealItem], at now: Timestamp) {
    log.items = items
    log.errorCode = nil
    log.errorMessage = nil
    log.failure = nil
    log.status = log.rawInput.isEmpty ? .manual : .completed
    if log.status == .completed {
      log.processingStartedAt = log.processingStartedAt ?? now
      log.processingCompletedAt = now
    }
  }

  private func stored(_ log: MealLog, isParsedAgain: Bool = true, in connection: any SQLConnection) throws {
    if log.status == .processing, isParsedAgain { try meals.enqueue(log, in: connection) }
    try meals.observer?.changed(id: log.id, userID: log.userID, in: connection)
  }
}
