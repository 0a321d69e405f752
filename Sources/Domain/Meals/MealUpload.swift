import Bytes
import Crypto
import HTTPServer
import HealthModels
import JSONCodec
import Storage

/// What a device says of a meal that it logged or changed while it was offline. What it does not say stays as it is.
struct MealUpload {
  var rawInput: String?
  var mealType: String?
  var loggedAt: Timestamp?
  /// nil: only the words count.
  var items: [MealItem]?

  /// Reads what clients send to the meal endpoints, and also what they got from them.
  /// - Throws: `Problem` 400.
  init(_ content: JSONValue, environment: Environment) throws {
    let body = content.objectValue ?? [:]
    if let words = body["raw_input"], !words.isNull, words != "" { rawInput = try MealInput.rawInput(body) }
    if let type = body["meal_type"], !type.isNull { mealType = try MealInput.mealType(body) }
    if let moment = body["logged_at"], !moment.isNull {
      loggedAt = try MealInput.loggedAt(body, now: environment.now())
    }
    if let items = body["items"], !items.isNull, items != [] {
      self.items = try MealInput.items(Self.withAmounts(body), environment: environment)
    }
  }

  /// Where an amount is shown as text, the number stands beside it.
  private static func withAmounts(_ body: [String: JSONValue]) -> [String: JSONValue] {
    guard let items = body["items"]?.arrayValue else { return body }
    let changed = items.map { item -> JSONValue in
      guard let amount = item["quantity_value"], amount.doubleValue != nil else { return item }
      return item.merging(["quantity": amount])
    }
    return body.merging(["items": .array(changed)]) { $1 }
  }

  /// Whether a log is what this says already, as far as clients can see.
  func isSame(as log: MealLog) -> Bool {
    (rawInput ?? log.rawInput) == log.rawInput && (mealType ?? log.mealType) == log.mealType
      && (loggedAt ?? log.loggedAt).seconds == log.loggedAt.seconds && hasSameItems(as: log)
  }

  func hasSameItems(as log: MealLog) -> Bool {
    guard let items else { return true }
    return items.map(Self.shown) == log.items.map(Self.shown)
  }

  /// What clients see of an item, rounded as they see it.
  private static func shown(_ item: MealItem) -> JSONValue {
    let nutrients = item.nutrients
    return [
      .string(item.name), .number(item.quantityValue), .string(item.unit), .string(item.foodType),
      MealLogJSON.calories(nutrients.energyKilocalories), MealLogJSON.grams(nutrients.protein),
      MealLogJSON.grams(nutrients.carbohydrate), MealLogJSON.grams(nutrients.fat), MealLogJSON.grams(nutrients.fiber),
      MealLogJSON.grams(nutrients.sugar),
    ]
  }

  /// The id of the log that a device calls `id`: the same where that is a UUID, which no other user's log has; else one
  /// made from it.
  static func logID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String {
    let given = id.lowercased()
    let made = madeID(id, userID: userID)
    guard isUUID(given) else { return made }
    let rows = try connection.query(
      "SELECT id, user_id FROM meal_logs WHERE id IN ($1, $2)", [.text(given), .text(made)])
    let isTaken = rows.contains { $0.text("id") == made || $0.text("user_id") != userID }
    return isTaken ? made : given
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { Hex.decode($0) != nil }
  }

  /// A UUID of version 8 (RFC 9562 §5.8).
  private static func madeID(_ id: String, userID: String) -> String {
    var bytes = Array(SHA256.digest(Array("\(userID)\n\(id)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = Hex.encode(bytes)
    for offset in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: offset)) }
    return text
  }
}
