import API
import Bytes
import HealthModels
import Storage

/// The conditions of a list of meal logs; nil does not filter.
struct MealLogFilter: Sendable {
  var status: MealStatus?
  var mealType: MealType?
  /// The earliest time, inclusive.
  var from: Timestamp?
  /// The latest time, exclusive.
  var until: Timestamp?
  var page = Page(limit: 50)
}

/// The rows of `meal_logs` and `meal_items`.
enum MealLogRepository {
  static func insert(
    _ log: MealLog, as key: IdempotencyKey?, in connection: any SQLConnection
  ) throws {
    let bytes = log.storedBytes
    try connection.executeLater(
      """
      INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, processing_started_at,
        processing_completed_at, idempotency_key, request_digest, created_at, updated_at, bytes, language, failure)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """,
      [
        .text(log.id), .text(log.userID), .text(log.rawInput), .text(log.mealType), .text(log.status.rawValue),
        .integer(log.loggedAt.milliseconds), .optional(log.processingStartedAt?.milliseconds),
        .optional(log.processingCompletedAt?.milliseconds), .optional(key?.key), .optional(key?.digest),
        .integer(log.createdAt.milliseconds), .integer(log.updatedAt.milliseconds), .integer(Int64(bytes)),
        .optional(log.language), .optional(log.failure?.encoded),
      ])
    connection.addUsage(bytes, of: log.userID)
    try insert(log.items, of: log.id, in: connection)
  }

  /// Writes the columns that can change, and replaces the items.
  ///
  /// - Parameter old: the log as it was read in the same transaction.
  static func update(_ log: MealLog, replacing old: MealLog, in connection: any SQLConnection) throws {
    let bytes = log.storedBytes
    connection.addUsage(bytes - old.storedBytes, of: log.userID)
    try connection.executeLater(
      """
      UPDATE meal_logs SET status = $2, processing_started_at = $3, processing_completed_at = $4, error_code = $5,
        error_message = $6, updated_at = $7, raw_input = $8, meal_type = $9, logged_at = $10, bytes = $11,
        failure = $12 WHERE id = $1
      """,
      [
        .text(log.id), .text(log.status.rawValue), .optional(log.processingStartedAt?.milliseconds),
        .optional(log.processingCompletedAt?.milliseconds), .optional(log.errorCode), .optional(log.errorMessage),
        .integer(log.updatedAt.milliseconds), .text(log.rawInput), .text(log.mealType),
        .integer(log.loggedAt.milliseconds), .integer(Int64(bytes)), .optional(log.failure?.encoded),
      ])
    try connection.executeLater("DELETE FROM meal_items WHERE meal_log_id = $1", [.text(log.id)])
    try insert(log.items, of: log.id, in: connection)
  }

  static func find(id: String, userID: String, in connection: any SQLConnection) throws -> MealLog? {
    let id = id.lowercased()
    let rows = try connection.queries([
      SQLStatement(
        sql: "SELECT * FROM meal_logs WHERE id = $1 AND user_id = $2", arguments: [.text(id), .text(userID)]),
      SQLStatement(sql: itemsOfLog, arguments: [.text(id)]),
    ])
    guard var log = rows[0].first.flatMap(log) else { return nil }
    log.items = rows[1].compactMap(item)
    return log
  }

  /// Returns the log that a request under an idempotency key created, with the digest of that request.
  static func find(
    key: String, userID: String, in connection: any SQLConnection
  ) throws -> (log: MealLog, digest: String)? {
    let row = try connection.first(
      "SELECT * FROM meal_logs WHERE user_id = $1 AND idempotency_key = $2", [.text(userID), .text(key)])
    guard let row, let log = try withItems(row, in: connection) else { return nil }
    return (log, row.text("request_digest") ?? "")
  }

  static func list(
    _ filter: MealLogFilter, userID: String, in connection: any SQLConnection
  ) throws -> (logs: [MealLog], total: Int) {
    var conditions = ["user_id = $1"]
    var arguments: [SQLValue] = [.text(userID)]
    func require(_ condition: String, _ value: SQLValue) {
      arguments.append(value)
      conditions.append(condition + " $\(arguments.count)")
    }
    if let status = filter.status { require("status =", .text(status.rawValue)) }
    if let type = filter.mealType { require("meal_type =", .text(type.rawValue)) }
    if let from = filter.from { require("logged_at >=", .integer(from.milliseconds)) }
    if let until = filter.until { require("logged_at <", .integer(until.milliseconds)) }
    let condition = conditions.joined(separator: " AND ")
    let count = try connection.first("SELECT COUNT(*) AS n FROM meal_logs WHERE \(condition)", arguments)
    let page = [SQLValue.integer(Int64(filter.page.limit)), .integer(Int64(filter.page.offset))]
    let rows = try connection.query(
      """
      SELECT * FROM meal_logs WHERE \(condition) ORDER BY logged_at DESC, id DESC
      LIMIT $\(arguments.count + 1) OFFSET $\(arguments.count + 2)
      """, arguments + page)
    return (try rows.compactMap { try withItems($0, in: connection) }, Int(count?.integer("n") ?? 0))
  }

  /// Returns the number of a user's logs.
  static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first("SELECT COUNT(*) AS n FROM meal_logs WHERE user_id = $1", [.text(userID)])
    return Int(row?.integer("n") ?? 0)
  }

  /// Returns the ids of a user's logs greater than `id`, in order.
  static func ids(
    of userID: String, after id: String, limit: Int, in connection: any SQLConnection
  ) throws -> [String] {
    try connection.query(
      "SELECT id FROM meal_logs WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3",
      [.text(userID), .text(id), .integer(Int64(limit))]
    ).compactMap { $0.text("id") }
  }

  /// Returns the id of the newest log in these words; nil if there is none.
  static func newest(_ meal: MealInWords, of userID: String, in connection: any SQLConnection) throws -> String? {
    try connection.first(
      """
      SELECT id FROM meal_logs WHERE user_id = $1 AND raw_input = $2 AND meal_type = $3
      ORDER BY logged_at DESC, id DESC LIMIT 1
      """, [.text(userID), .text(meal.text), .text(meal.mealType)])?.text("id")
  }

  /// Deletes a log and keeps its idempotency key.
  /// - Returns: false if the user has no such log.
  static func delete(id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    let id = id.lowercased()
    try DeletedMealKeys.keep(logID: id, userID: userID, in: connection)
    return try connection.execute(
      "DELETE FROM meal_logs WHERE id = $1 AND user_id = $2", [.text(id), .text(userID)]) == 1
  }

  /// Deletes the idempotency keys of up to `step` logs created before `moment`.
  /// - Returns: whether there may be more.
  static func deleteKeys(before moment: Timestamp, step: Int = 1000, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      """
      UPDATE meal_logs SET idempotency_key = NULL, request_digest = NULL WHERE id IN
        (SELECT id FROM meal_logs WHERE idempotency_key IS NOT NULL AND created_at < $1 LIMIT $2)
      """, [.integer(moment.milliseconds), .integer(Int64(step))]) == step
  }

  private static func insert(_ items: [MealItem], of logID: String, in connection: any SQLConnection) throws {
    for (index, item) in items.enumerated() {
      try connection.executeLater(
        """
        INSERT INTO meal_items (id, meal_log_id, order_index, name, quantity_text, quantity_value, unit, grams,
          calories, protein, carbohydrates, fat, fiber, sugar, confidence, notes, food_type, created_at,
          name_localized)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
        """,
        [
          .text(item.id), .text(logID), .integer(Int64(index)), .text(item.name), .text(item.quantityText),
          .real(item.quantityValue), .text(item.unit), .optional(item.grams), .real(item.nutrients.energyKilocalories),
          .real(item.nutrients.protein), .real(item.nutrients.carbohydrate), .real(item.nutrients.fat),
          .real(item.nutrients.fiber), .real(item.nutrients.sugar), .real(item.confidence), .text(item.notes),
          .text(item.foodType), .integer(item.createdAt.milliseconds), .optional(item.localizedName),
        ])
    }
  }

  private static func withItems(_ row: Row, in connection: any SQLConnection) throws -> MealLog? {
    guard var log = log(row) else { return nil }
    log.items = try connection.query(itemsOfLog, [.text(log.id)]).compactMap(item)
    return log
  }

  private static let itemsOfLog = "SELECT * FROM meal_items WHERE meal_log_id = $1 ORDER BY order_index"

  private static func log(_ row: Row) -> MealLog? {
    guard let id = row.text("id"), let user = row.text("user_id"), let type = row.text("meal_type"),
      let status = row.text("status").flatMap(MealStatus.init), let logged = moment(row, "logged_at"),
      let created = moment(row, "created_at"), let updated = moment(row, "updated_at")
    else { return nil }
    return MealLog(
      id: id, userID: user, rawInput: row.text("raw_input") ?? "", language: row.text("language"),
      mealType: type, status: status, loggedAt: logged,
      processingStartedAt: moment(row, "processing_started_at"),
      processingCompletedAt: moment(row, "processing_completed_at"), errorCode: row.text("error_code"),
      errorMessage: row.text("error_message"), failure: row.text("failure").flatMap(MealFailure.init(encoded:)),
      createdAt: created, updatedAt: updated)
  }

  private static func item(_ row: Row) -> MealItem? {
    guard let id = row.text("id"), let name = row.text("name"), let created = moment(row, "created_at") else {
      return nil
    }
    let nutrients = Nutrients(
      energyKilocalories: row.real("calories") ?? 0, protein: row.real("protein") ?? 0,
      carbohydrate: row.real("carbohydrates") ?? 0, fat: row.real("fat") ?? 0, fiber: row.real("fiber") ?? 0,
      sugar: row.real("sugar") ?? 0)
    return MealItem(
      id: id, name: name, localizedName: row.text("name_localized"), quantityText: row.text("quantity_text") ?? "",
      quantityValue: row.real("quantity_value") ?? 0,
      unit: row.text("unit") ?? "", grams: row.real("grams"), nutrients: nutrients,
      confidence: row.real("confidence") ?? 0, notes: row.text("notes") ?? "",
      foodType: row.text("food_type") ?? "food",
      createdAt: created)
  }

  private static func moment(_ row: Row, _ name: String) -> Timestamp? {
    row.integer(name).map { Timestamp(milliseconds: $0) }
  }
}
