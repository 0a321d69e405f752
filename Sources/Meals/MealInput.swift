import Bytes
import JSONCodec
import Web

/// Reads what clients send about meals, and says what is wrong with it.
enum MealInput {
  static let maxItems = 100

  static func rawInput(_ body: [String: JSONValue]) throws -> String {
    guard let text = body["raw_input"]?.stringValue, (1...1000).contains(text.count),
      text.contains(where: { !$0.isWhitespace }), isStorable(text)
    else {
      throw Problem.badRequest(
        "raw_input must be text of 1 to 1000 characters.", details: ["raw_input": "1 to 1000 characters"])
    }
    return text
  }

  /// PostgreSQL takes no NUL in text. A character may be made of many scalars: they are bounded as well.
  private static func isStorable(_ text: String) -> Bool {
    text.utf8.count <= 16 * 1024 && !text.unicodeScalars.contains("\0")
  }

  /// The `Idempotency-Key`, where there is one.
  static func idempotencyKey(_ request: Request) throws -> String? {
    let keys = request.fieldValues("Idempotency-Key")
    guard let key = keys.first else { return nil }
    let rule = "1 to 255 characters of printable ASCII"
    // The same in every engine and log; two keys would leave open which of them counts.
    guard keys.count == 1, (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw Problem.badRequest(
        "There may be one Idempotency-Key, of \(rule).", details: ["Idempotency-Key": rule])
    }
    return key
  }

  static func mealType(_ body: [String: JSONValue]) throws -> String {
    guard let type = body["meal_type"]?.stringValue.flatMap(MealType.init) else {
      let allowed = MealType.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.badRequest("meal_type must be one of \(allowed).", details: ["meal_type": allowed])
    }
    return type.rawValue
  }

  static func loggedAt(_ body: [String: JSONValue], now: Timestamp) throws -> Timestamp {
    guard let value = body["logged_at"], !value.isNull else { return now }
    guard let moment = value.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
      throw Problem.badRequest(
        "logged_at must be a time like 2026-01-15T12:30:00Z.", details: ["logged_at": "RFC 3339"])
    }
    return moment
  }

  static func items(_ body: [String: JSONValue], ambient: Ambient) throws -> [MealItem] {
    guard let items = body["items"]?.arrayValue, (1...maxItems).contains(items.count) else {
      throw Problem.badRequest("items must hold 1 to \(maxItems) foods.", details: ["items": "1 to \(maxItems)"])
    }
    return try items.enumerated().map { try item($1, index: $0, ambient: ambient) }
  }

  /// Names the item by its place in the batch, from 0.
  private static func bad(_ index: Int, _ field: String, _ rule: String) -> Problem {
    .badRequest("items[\(index)].\(field) must be \(rule).", details: ["items[\(index)].\(field)": rule])
  }

  private static func item(_ json: JSONValue, index: Int, ambient: Ambient) throws -> MealItem {
    func number(_ name: String, required: Bool) throws -> Double {
      let value = json[name]
      if !required, value == nil || value?.isNull == true { return 0 }
      guard let number = value?.doubleValue, number >= 0, number <= 1e6 else {
        throw bad(index, name, "a number from 0 to 1000000")
      }
      return number
    }
    guard let name = (json["food_name"] ?? json["name"])?.stringValue, (1...200).contains(name.count),
      name.contains(where: { !$0.isWhitespace }), isStorable(name)
    else {
      throw bad(index, "food_name", "text of 1 to 200 characters")
    }
    guard let unit = json["unit"]?.stringValue, unit.count <= 50, isStorable(unit) else {
      throw bad(index, "unit", "text of at most 50 characters")
    }
    let quantity = try number("quantity", required: true)
    let shown = quantity == quantity.rounded() ? String(Int(quantity)) : String(quantity)
    let type = json["food_type"]?.stringValue ?? "food"
    return MealItem(
      id: ambient.newID(), name: name, quantityText: "\(shown) \(unit)", quantityValue: quantity, unit: unit,
      grams: nil,
      nutrients: MealNutrients(
        calories: try number("calories", required: true), protein: try number("protein_g", required: true),
        carbohydrates: try number("carbs_g", required: true), fat: try number("fat_g", required: true),
        fiber: try number("fiber_g", required: false), sugar: try number("sugar_g", required: false)),
      confidence: 1, notes: "", foodType: ["food", "drink", "water"].contains(type) ? type : "food",
      createdAt: ambient.now())
  }

  /// Reads the filters and the page of a list, in both documented spellings.
  static func filter(_ request: Request) throws -> MealLogFilter {
    var filter = MealLogFilter()
    if let text = request.queryValue("status") {
      guard let status = MealStatus(rawValue: text == "pending" ? "processing" : text) else {
        throw Problem.badRequest("status must be processing, completed, failed or manual.")
      }
      filter.status = status
    }
    if let text = request.queryValue("meal_type") {
      guard let type = MealType(rawValue: text) else { throw Problem.badRequest("meal_type is not known.") }
      filter.mealType = type
    }
    filter.from = try moment(request.queryValue("start_date") ?? request.queryValue("from"), endOfDay: false)
    filter.until = try moment(request.queryValue("end_date") ?? request.queryValue("to"), endOfDay: true)
    let page = try integer(request, "page", 1...1_000_000)
    filter.limit = try integer(request, "limit", 1...100) ?? integer(request, "page_size", 1...100) ?? 50
    filter.offset = try integer(request, "offset", 0...100_000_000) ?? page.map { ($0 - 1) * filter.limit } ?? 0
    return filter
  }

  /// A day means its start, or for the end of a range all of it.
  static func moment(_ text: String?, endOfDay: Bool) throws -> Timestamp? {
    guard let text else { return nil }
    if let day = Timestamp(date: text) { return endOfDay ? day.advanced(by: .seconds(86400)) : day }
    guard let moment = Timestamp(rfc3339: text) else {
      throw Problem.badRequest("Dates must look like 2026-01-15 or 2026-01-15T12:30:00Z.")
    }
    return endOfDay ? moment.advanced(by: .milliseconds(1)) : moment
  }

  private static func integer(_ request: Request, _ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = request.queryValue(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem.badRequest("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
