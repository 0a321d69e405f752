import Bytes
import Crypto
import HTTPServer
import HealthModels
import JSONCodec
import Storage

/// A meal that a device logged or changed while it was offline. An absent member leaves the stored value.
struct MealUpload {
  var rawInput: String?
  var mealType: String?
  var loggedAt: Timestamp?
  /// nil if the device sent text only.
  var items: [MealItem]?

  /// Parses the form that clients send to the meal routes, and the form that they receive from them.
  /// - Throws: `Problem` 400 with the invalid member.
  init(_ content: JSONValue, environment: Environment) throws {
    let body = content.objectValue ?? [:]
    if let text = body["raw_input"], !text.isNull, text != "" { rawInput = try MealInput.rawInput(body) }
    if let type = body["meal_type"], !type.isNull { mealType = try MealInput.mealType(body) }
    if let time = body["logged_at"], !time.isNull {
      loggedAt = try MealInput.loggedAt(body, now: environment.now())
    }
    if let items = body["items"], !items.isNull, items != [] {
      self.items = try MealInput.items(Self.withAmounts(body), environment: environment)
    }
  }

  /// Replaces the textual amounts of received items by their numeric values.
  private static func withAmounts(_ body: [String: JSONValue]) -> [String: JSONValue] {
    guard let items = body["items"]?.arrayValue else { return body }
    let changed = items.map { item -> JSONValue in
      guard let amount = item["quantity_value"], amount.doubleValue != nil else { return item }
      return item.merging(["quantity": amount])
    }
    return body.merging(["items": .array(changed)]) { $1 }
  }

  /// Whether a log already has all values of this upload, in the precision that clients see.
  func isSame(as log: MealLog) -> Bool {
    (rawInput ?? log.rawInput) == log.rawInput && (mealType ?? log.mealType) == log.mealType
      && (loggedAt ?? log.loggedAt).seconds == log.loggedAt.seconds && hasSameItems(as: log)
  }

  func hasSameItems(as log: MealLog) -> Bool {
    guard let items else { return true }
    return items.map(Self.shown) == log.items.map(Self.shown)
      && zip(items, log.items).allSatisfy { Self.isSame($0.grams, as: $1.grams) }
  }

  /// Whether a weight is the stored one. A device that sends none leaves it, and a weight that follows from ounces may
  /// differ from the parser's in the last place that clients see.
  private static func isSame(_ grams: Double?, as stored: Double?) -> Bool {
    guard let grams else { return true }
    return stored.map { abs($0 - grams) <= max(0.1, grams * 0.001) } ?? false
  }

  /// The members of an item that clients see, rounded as they see them.
  private static func shown(_ item: MealItem) -> JSONValue {
    let nutrients = item.nutrients
    return [
      .string(item.name), .number(item.quantityValue), .string(item.unit), .string(item.foodType),
      MealLogJSON.calories(nutrients.energyKilocalories), MealLogJSON.grams(nutrients.protein),
      MealLogJSON.grams(nutrients.carbohydrate), MealLogJSON.grams(nutrients.fat), MealLogJSON.grams(nutrients.fiber),
      MealLogJSON.grams(nutrients.sugar),
    ]
  }

  /// Returns the id of the log for a device's id: the same id if it is a UUID that no log of another user has, otherwise
  /// one derived from it.
  static func logID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String {
    let given = id.lowercased()
    let derived = derivedID(id, userID: userID)
    guard isUUID(given) else { return derived }
    let rows = try connection.query(
      "SELECT id, user_id FROM meal_logs WHERE id IN ($1, $2)", [.text(given), .text(derived)])
    let isTaken = rows.contains { $0.text("id") == derived || $0.text("user_id") != userID }
    return isTaken ? derived : given
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { Hex.decode($0) != nil }
  }

  /// Returns a UUID of version 8 (RFC 9562 §5.8) from the SHA-256 of user and id.
  private static func derivedID(_ id: String, userID: String) -> String {
    var bytes = Array(SHA256.digest(Array("\(userID)\n\(id)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return Hex.uuid(bytes)
  }
}
