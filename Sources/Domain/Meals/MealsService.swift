package import API
package import Bytes
import Crypto
package import HealthModels
package import JSONCodec
package import Jobs
package import Realtime
package import Storage

/// The meal logs of users: created from text or items, listed, changed and summed up.
package struct MealsService: Sendable {
  /// Limits of meal logs.
  package struct Configuration: Sendable {
    /// The maximum number of a user's logs that wait for the parser.
    package var maxPendingPerUser = 50
    /// The same limit for logs that devices upload; higher, because devices may have been offline for days.
    package var maxPendingOfDevices = 1000
    /// The lifetime of an `Idempotency-Key`.
    package var keyRetention: Duration = .seconds(86400)
    /// Whether `quantity` in frames of `/ws/meal-logs` is a number for clients that do not send `?quantity=`.
    package var numericQuantities = false

    /// Creates the default limits.
    package init() {}
  }

  /// An estimate of the bytes that the parser adds to a log in words: items and events.
  static let parsingBytes = 2048

  let database: any Database
  let queue: JobQueue
  let outbox: Outbox
  let observer: (any MealLogObserver)?
  private let preferences: (any MealPreferences)?
  let quota: StorageQuota
  let environment: Environment
  let configuration: Configuration

  /// - Parameters:
  ///   - observer: notified in the transaction of every change.
  ///   - preferences: the languages of profiles, as hints for the parser, and the time zones of days.
  ///   - quota: the limit on the bytes of each user.
  package init(
    database: any Database, queue: JobQueue, outbox: Outbox, changes observer: (any MealLogObserver)? = nil,
    preferences: (any MealPreferences)? = nil, quota: StorageQuota = .unlimited, environment: Environment,
    configuration: Configuration = .init()
  ) {
    self.database = database
    self.queue = queue
    self.outbox = outbox
    self.observer = observer
    self.preferences = preferences
    self.quota = quota
    self.environment = environment
    self.configuration = configuration
  }

  /// Returns the language of a user's profile; nil if there is none.
  func profileLanguage(of userID: String) async throws -> String? {
    guard preferences != nil else { return nil }
    return try await database.read { try profileLanguage(of: userID, in: $0) }
  }

  /// The same in the caller's transaction.
  func profileLanguage(of userID: String, in connection: any SQLConnection) throws -> String? {
    try preferences?.language(of: userID, in: connection)
  }

  /// Returns the time zone of a user's days.
  func timeZone(of userID: String) async throws -> TimeZoneRules {
    guard let preferences else { return .utc }
    return try await database.read { try preferences.timeZone(of: userID, in: $0) }
  }

  /// Stores a log and the job that parses it, in one transaction.
  /// - Returns: the log; that of the first request if this one repeats it.
  func logText(_ log: MealLog, as key: IdempotencyKey?) async throws -> MealLog {
    let limit = configuration.maxPendingPerUser
    let stored = try await database.write(in: .user(log.userID)) { connection -> MealLog in
      if let earlier = try key?.earlierLog(of: log.userID, in: connection) { return earlier }
      try storeText(log, as: key, limit: limit, in: connection)
      return log
    }
    notify(log.userID)
    return stored
  }

  private func storeText(
    _ log: MealLog, as key: IdempotencyKey? = nil, limit: Int, in connection: any SQLConnection
  ) throws {
    try checkPending(log.userID, limit: limit, in: connection)
    try quota.admit(log.storedBytes + Self.parsingBytes, of: log.userID, in: connection)
    try MealLogRepository.insert(log, as: key, in: connection)
    try enqueue(log, in: connection)
    try observer?.changed(id: log.id, userID: log.userID, in: connection)
  }

  /// Parses a failed log again.
  func retry(id: String, userID: String) async throws -> MealLog {
    let now = environment.now()
    let limit = configuration.maxPendingPerUser
    let log = try await database.write(in: .user(userID)) { connection -> MealLog in
      let old = try find(id: id, userID: userID, in: connection)
      var log = old
      guard log.status == .failed else {
        throw Problem.conflict(code: "NOT_FAILED", "Only a failed meal log can be retried.")
      }
      try checkPending(userID, limit: limit, in: connection)
      try quota.admit(Self.parsingBytes, of: userID, in: connection)
      log.startProcessing(at: now)
      try MealLogRepository.update(log, replacing: old, in: connection)
      try enqueue(log, in: connection)
      try observer?.changed(id: log.id, userID: userID, in: connection)
      return log
    }
    notify(userID)
    return log
  }

  /// Stores a log with its items.
  /// - Returns: the log; that of the first request if this one repeats it.
  func logManually(_ log: MealLog, as key: IdempotencyKey?) async throws -> MealLog {
    let stored = try await database.write(in: .user(log.userID)) { connection in
      if let earlier = try key?.earlierLog(of: log.userID, in: connection) { return earlier }
      try quota.admit(log.storedBytes, of: log.userID, in: connection)
      try MealLogRepository.insert(log, as: key, in: connection)
      try observer?.changed(id: log.id, userID: log.userID, in: connection)
      return log
    }
    outbox.published(userID: log.userID)
    return stored
  }

  func replaceItems(_ items: [MealItem], id: String, userID: String) async throws -> MealLog {
    let now = environment.now()
    let changed = try await database.write(in: .user(userID)) { connection in
      let old = try find(id: id, userID: userID, in: connection)
      var log = old
      guard log.status == .manual || log.status == .completed else {
        throw Problem.conflict(code: "NOT_EDITABLE", "Only a completed or manual meal log can be changed.")
      }
      log.items = items
      log.updatedAt = now
      try quota.admit(log.storedBytes - old.storedBytes, of: userID, in: connection)
      try MealLogRepository.update(log, replacing: old, in: connection)
      try observer?.changed(id: log.id, userID: userID, in: connection)
      return log
    }
    outbox.published(userID: userID)
    return changed
  }

  func get(id: String, userID: String) async throws -> MealLog {
    try await database.read { try find(id: id, userID: userID, in: $0) }
  }

  func list(_ filter: MealLogFilter, userID: String) async throws -> (logs: [MealLog], total: Int) {
    try await database.read { try MealLogRepository.list(filter, userID: userID, in: $0) }
  }

  func totals(in range: Range<Timestamp>, zone: TimeZoneRules, userID: String) async throws -> [MealDay] {
    try await database.read { try MealDay.totals(in: range, zone: zone, userID: userID, in: $0) }
  }

  /// Deletes expired idempotency keys, a bounded number per transaction.
  package func purge() async throws {
    let moment = environment.now().advanced(by: .zero - configuration.keyRetention)
    let scope = WriteScope.task("meal keys")
    while try await database.write(in: scope, { try MealLogRepository.deleteKeys(before: moment, in: $0) }) {}
    while try await database.write(in: scope, { try DeletedMealKeys.delete(before: moment, in: $0) }) {}
  }

  /// Deletes a log with its pending events in the caller's transaction.
  /// - Returns: false if the user has no such log.
  @discardableResult
  func remove(id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    guard try MealLogRepository.delete(id: id, userID: userID, in: connection) else { return false }
    try outbox.withdraw(userID: userID, member: "meal_log_id", id: id.lowercased(), in: connection)
    try observer?.deleted(id: id.lowercased(), userID: userID, in: connection)
    return true
  }

  /// Deletes a log with its pending events.
  func delete(id: String, userID: String) async throws {
    try await database.write(in: .user(userID)) { connection in
      guard try remove(id: id, userID: userID, in: connection) else { throw Self.unknown }
    }
    outbox.published(userID: userID)
  }

  private static let unknown = Problem.notFound("Unknown meal log.")

  /// A log of another user is not distinguished from a missing one.
  private func find(id: String, userID: String, in connection: any SQLConnection) throws -> MealLog {
    guard let log = try MealLogRepository.find(id: id, userID: userID, in: connection) else { throw Self.unknown }
    return log
  }

  /// - Parameter setting: of `limit`.
  func checkPending(
    _ userID: String, limit: Int, setting: String = "meals.max_pending_per_user", in connection: any SQLConnection
  ) throws {
    guard try queue.pending(kind: MealParsingHandler.jobKind, userID: userID, in: connection) < limit else {
      throw Problem.tooManyRequests(
        retryAfter: 5, "\(limit) meals are being processed already. Please try again in a few seconds."
      ).naming(settings: setting)
    }
  }

  func enqueue(_ log: MealLog, in connection: any SQLConnection) throws {
    try queue.enqueue(
      kind: MealParsingHandler.jobKind, payload: ["meal_log_id": .string(log.id)], userID: log.userID, in: connection)
    try outbox.append(
      userID: log.userID, kind: MealEvents.processing, payload: MealEvents.payload(log), in: connection)
  }

  func notify(_ userID: String) {
    queue.wake()
    outbox.published(userID: userID)
  }
}

/// The service as other domains use it: the coach reads the diary, and meal templates log their foods.
extension MealsService {
  /// Returns the totals of the last `days` days up to today, and the last ten meals with items. Days are those of the
  /// user's time zone.
  package func diary(of userID: String, days: Int) async throws -> FoodDiary {
    let now = environment.now()
    let zone = try await timeZone(of: userID)
    let today = zone.day(of: now)
    func start(ofDay distance: Int) -> Timestamp {
      zone.start(ofDay: today.advanced(by: .seconds(86400 * distance)))
    }
    let totals = try await totals(in: start(ofDay: 1 - max(1, days))..<start(ofDay: 1), zone: zone, userID: userID)
    var filter = MealLogFilter()
    filter.page.limit = 20
    let logs = try await list(filter, userID: userID).logs.filter { !$0.items.isEmpty }.prefix(10)
    return FoodDiary(
      today: today.date, yesterday: today.advanced(by: .seconds(-86400)).date,
      days: totals.map { .init(date: $0.date, meals: $0.count, nutrients: $0.totals) },
      meals: logs.map {
        .init(date: zone.date(of: $0.loggedAt), type: $0.mealType, foods: $0.items.map(\.name), nutrients: $0.totals)
      })
  }

  /// Stores a meal that the coach was asked to log, with the job that parses it. Call `logged` after the commit.
  /// - Throws: `Problem` if too many logs wait for the parser, or the quota is exceeded.
  package func log(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws {
    let now = environment.now()
    let language = try profileLanguage(of: userID, in: connection)
    let log = MealLog(
      id: environment.newID(), userID: userID, rawInput: meal.text, language: LanguageTag.supported(language),
      mealType: meal.mealType, status: .processing, loggedAt: now, processingStartedAt: now, createdAt: now,
      updatedAt: now)
    try storeText(log, limit: configuration.maxPendingPerUser, in: connection)
  }

  /// Removes the newest meal of the user that was logged in these words, if it is still there.
  package func remove(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws {
    guard let id = try MealLogRepository.newest(meal, of: userID, in: connection) else { return }
    try remove(id: id, userID: userID, in: connection)
  }

  /// Wakes a worker that parses, and the sockets of the user.
  package func logged(userID: String) { notify(userID) }

  /// The declaration of a response with the log that `record` returns.
  package var loggedResponse: ResponseDeclaration {
    MealOperations.answer("The stored log.", status: 201, example: MealExamples.manual)
  }

  /// Logs the foods of a meal template.
  ///
  /// - Parameters:
  ///   - foods: entries with the members of an item of `POST /api/v1/meal-logs/batch`; their `food_type` is `food`.
  ///   - loggedAt: RFC 3339; nil means now.
  /// - Returns: the log as the REST routes show it.
  /// - Throws: `Problem` if the foods or the meal type are invalid, or the quota is exceeded.
  package func record(
    foods: [JSONValue], mealType: String, loggedAt: String?, userID: String
  ) async throws -> JSONValue {
    let items = foods.map { $0.merging(["food_type": "food"]) }
    return try await logManually(
      ["meal_type": .string(mealType), "logged_at": .optional(loggedAt), "items": .array(items)], userID: userID)
  }

  /// Logs foods with their nutrients.
  /// - Parameter body: as that of `POST /api/v1/meal-logs/batch`.
  /// - Returns: the log as the REST routes show it.
  /// - Throws: `Problem` if the body is invalid or the quota is exceeded.
  package func logManually(_ body: [String: JSONValue], userID: String) async throws -> JSONValue {
    let now = environment.now()
    var log = MealLog(
      id: environment.newID(), userID: userID, rawInput: "", mealType: try MealInput.mealType(body), status: .manual,
      loggedAt: try MealInput.loggedAt(body, now: now), createdAt: now, updatedAt: now)
    log.items = try MealInput.items(body, environment: environment)
    return MealLogJSON.log(try await logManually(log, as: nil))
  }
}
