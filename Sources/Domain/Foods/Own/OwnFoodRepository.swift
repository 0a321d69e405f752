import Bytes
import Storage

/// The rows of `own_foods`.
enum OwnFoodRepository {
  private static let columns = "id, user_id, food_key, aliases, created_at, updated_at, \(FoodColumns.names)"

  /// - Throws: `StorageError.uniqueViolation` if the user has a food with this name.
  static func insert(_ food: OwnFood, in connection: any SQLConnection) throws {
    let values = values(food)
    let places = SQLParameters.list(values.count)
    try connection.execute("INSERT INTO own_foods (\(columns)) VALUES (\(places))", values)
    try FoodVersions.increment(food.userID, in: connection)
  }

  /// Replaces the row with the same id. - Throws: as ``insert``.
  static func update(_ food: OwnFood, in connection: any SQLConnection) throws {
    try connection.execute(
      "DELETE FROM own_foods WHERE id = $1 AND user_id = $2", [.text(food.id), .text(food.userID)])
    try insert(food, in: connection)
  }

  /// - Returns: false if there is no such food.
  static func delete(id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    let count = try connection.execute(
      "DELETE FROM own_foods WHERE id = $1 AND user_id = $2", [.text(id), .text(userID)])
    if count == 1 { try FoodVersions.increment(userID, in: connection) }
    return count == 1
  }

  static func find(id: String, userID: String, in connection: any SQLConnection) throws -> OwnFood? {
    try connection.first("SELECT * FROM own_foods WHERE id = $1 AND user_id = $2", [.text(id), .text(userID)])
      .flatMap(food)
  }

  /// All foods of a user in the order of their names, at most `Configuration.maxPerUser`.
  static func all(of userID: String, in connection: any SQLConnection) throws -> [OwnFood] {
    try connection.query("SELECT * FROM own_foods WHERE user_id = $1 ORDER BY name, id", [.text(userID)])
      .compactMap(food)
  }

  static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first("SELECT COUNT(*) AS n FROM own_foods WHERE user_id = $1", [.text(userID)])
    return Int(row?.integer("n") ?? 0)
  }

  private static func values(_ food: OwnFood) -> [SQLValue] {
    [
      .text(food.id), .text(food.userID), .text(food.key), .text(food.aliases.joined(separator: "\n")),
      .integer(food.createdAt.milliseconds), .integer(food.updatedAt.milliseconds),
    ] + FoodColumns.values(food.facts)
  }

  private static func food(_ row: Row) -> OwnFood? {
    guard let id = row.text("id"), let userID = row.text("user_id"), let facts = FoodColumns.facts(row),
      let created = row.integer("created_at"), let updated = row.integer("updated_at")
    else { return nil }
    return OwnFood(
      id: id, userID: userID, facts: facts,
      aliases: (row.text("aliases") ?? "").split(separator: "\n").map(String.init),
      createdAt: Timestamp(milliseconds: created), updatedAt: Timestamp(milliseconds: updated))
  }
}
