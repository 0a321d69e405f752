import API
import Bytes
import HTTPServer
import HealthModels
import JSONCodec

/// Parses and validates the requests about meals. Every method throws `Problem` 400 with the invalid member.
enum MealInput {
  static let maxItems = 100
  /// In characters.
  static let rawInputLength = 1...1000
  /// In characters: "pt", "pt-BR".
  static let languageLength = 2...35
  static let nameLength = 1...200
  static let unitLength = 0...50
  /// In bytes of ASCII.
  static let idempotencyKeyLength = 1...255
  /// The range of quantities, kilocalories and grams.
  static let amounts = 0...1e6
  static let maxSummaryDays = 366

  static func rawInput(_ body: [String: JSONValue]) throws -> String {
    try JSONFields(body).text("raw_input", length: rawInputLength)
  }

  /// Returns the member `language`, else the language of the profile, else the one that `Accept-Language` prefers; nil
  /// if it is not supported.
  static func language(_ body: [String: JSONValue], _ request: Request, profile: String?) throws -> String? {
    let stated = try JSONFields(body).optionalText("language", length: languageLength) ?? profile
    return LanguageTag.supported(stated.map { [$0] } ?? LanguageTag.preferred(request.fieldValues("Accept-Language")))
  }

  /// Returns the value of `Idempotency-Key`; nil if the field is absent.
  static func idempotencyKey(_ request: Request) throws -> String? {
    let keys = request.fieldValues("Idempotency-Key")
    guard let key = keys.first else { return nil }
    let rule = "1 to 255 characters of printable ASCII"
    // Printable ASCII compares the same in every storage engine. Of two keys neither has precedence.
    guard keys.count == 1, idempotencyKeyLength.contains(key.utf8.count),
      key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw Problem.badRequest(
        "Idempotency-Key must be given once, with \(rule).", details: ["Idempotency-Key": rule])
    }
    return key
  }

  static func mealType(_ body: [String: JSONValue]) throws -> String {
    let fields = JSONFields(body)
    guard let type = try fields.optionalChoice("meal_type", of: MealType.self) else {
      throw fields.problem("meal_type", "one of " + MealType.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return type.rawValue
  }

  static func loggedAt(_ body: [String: JSONValue], now: Timestamp) throws -> Timestamp {
    guard let value = body["logged_at"], !value.isNull else { return now }
    guard let timestamp = value.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
      throw Problem.badRequest(
        "logged_at must be a time like 2026-01-15T12:30:00Z.", details: ["logged_at": "RFC 3339"])
    }
    return timestamp
  }

  static func items(_ body: [String: JSONValue], environment: Environment) throws -> [MealItem] {
    try JSONFields(body).objects("items", count: 1...maxItems).map { try item($0, environment: environment) }
  }

  private static func item(_ fields: JSONFields, environment: Environment) throws -> MealItem {
    let unit = try fields.text("unit", length: unitLength)
    let quantity = try fields.number("quantity", in: amounts)
    let shown = quantity == quantity.rounded() ? String(Int(quantity)) : String(quantity)
    let grams = try fields.optionalNumber("grams", in: amounts) ?? MassUnit.grams(of: unit).map { quantity * $0 }
    let type = (try? fields.optionalText("food_type", length: 1...50)) ?? nil
    return MealItem(
      id: environment.newID(), name: try fields.text("food_name", "name", length: nameLength),
      quantityText: "\(shown) \(unit)", quantityValue: quantity, unit: unit, grams: grams,
      nutrients: Nutrients(
        energyKilocalories: try fields.number("calories", in: amounts),
        protein: try fields.number("protein_g", in: amounts),
        carbohydrate: try fields.number("carbs_g", in: amounts), fat: try fields.number("fat_g", in: amounts),
        fiber: try fields.optionalNumber("fiber_g", in: amounts) ?? 0,
        sugar: try fields.optionalNumber("sugar_g", in: amounts) ?? 0),
      confidence: 1, notes: "", foodType: ["food", "drink", "water"].contains(type) ? type ?? "food" : "food",
      createdAt: environment.now())
  }

  /// Parses the filters and the page of a list, in both documented spellings.
  /// - Parameter zone: of dates.
  static func filter(_ request: Request, zone: TimeZoneRules) throws -> MealLogFilter {
    var filter = MealLogFilter()
    if let text = request.queryValue("status") {
      guard let status = MealStatus(rawValue: text == "pending" ? "processing" : text) else {
        throw Problem.invalid("status", mustBe: "processing, completed, failed or manual")
      }
      filter.status = status
    }
    if let text = request.queryValue("meal_type") {
      guard let type = MealType(rawValue: text) else {
        throw Problem.invalid("meal_type", mustBe: "breakfast, lunch, dinner or snack")
      }
      filter.mealType = type
    }
    filter.from = try bound(request, "start_date", "from", endOfDay: false, zone: zone)
    filter.until = try bound(request, "end_date", "to", endOfDay: true, zone: zone)
    filter.page = try Page(request, defaultLimit: 50)
    return filter
  }

  /// Parses a bound of a time range. A date is the start of the day, or at the end of a range the end of the day.
  ///
  /// - Parameters:
  ///   - names: the spellings of the parameter; the first one that is present counts.
  ///   - zone: of a date.
  static func bound(
    _ request: Request, _ names: String..., endOfDay: Bool, zone: TimeZoneRules
  ) throws -> Timestamp? {
    guard let name = names.first(where: { request.queryValue($0) != nil }), let text = request.queryValue(name) else {
      return nil
    }
    if let day = Timestamp(date: text) { return zone.start(ofDay: endOfDay ? day.advanced(by: .seconds(86400)) : day) }
    guard let timestamp = Timestamp(rfc3339: text) else {
      throw Problem.invalid(name, mustBe: "a date like 2026-01-15, or a time like 2026-01-15T12:30:00Z")
    }
    return endOfDay ? timestamp.advanced(by: .milliseconds(1)) : timestamp
  }
}
