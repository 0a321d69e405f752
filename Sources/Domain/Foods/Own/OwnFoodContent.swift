import API
import HealthModels
import JSONCodec
import Nutrition

/// The validated request body of an own food.
struct OwnFoodContent: Sendable, Equatable {
  var facts: FoodFacts
  var aliases: [String]

  static let maxAliases = 20
  static let maxMeasures = 30
  /// Lengths in characters.
  static let nameLength = 1...200
  static let brandLength = 0...100
  static let categoryLength = 0...50
  static let aliasLength = 1...100
  static let unitLength = 1...30
  /// Kilocalories and grams of nutrients in `per_grams`.
  static let energy = 0...50_000.0
  static let nutrientGrams = 0...5000.0
  static let basis = 1...5000.0
  /// Grams per millilitre.
  static let density = 0.05...5
  static let measureGrams = 0.01...20_000
  static let servingGrams = 0.1...5000

  /// Reads a new food. - Throws: `Problem` 400 that names the invalid member.
  init(_ fields: JSONFields) throws {
    let name = try fields.text("name", "food_name", length: Self.nameLength)
    facts = FoodFacts(name: name, per100Grams: .zero)
    aliases = []
    guard fields.has("calories", "energy_kcal") else { throw fields.problem("calories", "there") }
    try read(fields)
  }

  /// The content of a stored food.
  init(facts: FoodFacts, aliases: [String]) {
    self.facts = facts
    self.aliases = aliases
  }

  /// The content with the members of `fields` replaced. - Throws: `Problem` 400 that names the invalid member.
  func changed(by fields: JSONFields) throws -> OwnFoodContent {
    var content = self
    try content.read(fields)
    return content
  }

  private mutating func read(_ fields: JSONFields) throws {
    facts.name = try fields.optionalText("name", "food_name", length: Self.nameLength) ?? facts.name
    facts.brand = try fields.optionalText("brand", length: Self.brandLength) ?? facts.brand
    facts.category = try fields.optionalText("category", length: Self.categoryLength) ?? facts.category
    facts.kind = try fields.optionalChoice("food_type", "kind", of: FoodKind.self) ?? facts.kind
    facts.density = try fields.optionalNumber("density", in: Self.density) ?? facts.density
    if fields.has("aliases") {
      aliases = try fields.texts("aliases", count: 0...Self.maxAliases, length: Self.aliasLength)
        .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
    let words = FoodKey.words(facts.name)
    guard !words.isEmpty else {
      throw fields.problem("name", "text with a word of Latin letters or a number, by which a meal can name it")
    }
    guard FoodKey.of(name: facts.name) != nil else {
      throw fields.problem("name", "text of at most \(FoodKey.maxWords) words, without \"of\", \"and\" and \"with\"")
    }
    try readNutrients(fields)
    try readMeasures(fields)
  }

  // MARK: - Nutrients

  /// Reads nutrients for `per_grams` grams (default 100).
  private mutating func readNutrients(_ fields: JSONFields) throws {
    let basis = try fields.optionalNumber("per_grams", "perGrams", in: Self.basis) ?? 100
    func per100Grams(_ value: Double?) -> Double? { value.map { ($0 * 100 / basis * 1000).rounded() / 1000 } }
    var per100 = facts.per100Grams
    per100.energyKilocalories =
      per100Grams(try fields.optionalNumber("calories", "energy_kcal", in: Self.energy)) ?? per100.energyKilocalories
    per100.protein =
      per100Grams(try fields.optionalNumber("protein_g", "protein", in: Self.nutrientGrams)) ?? per100.protein
    per100.carbohydrate =
      per100Grams(try fields.optionalNumber("carbs_g", "carbs", "carbohydrates", in: Self.nutrientGrams))
      ?? per100.carbohydrate
    per100.fat = per100Grams(try fields.optionalNumber("fat_g", "fat", in: Self.nutrientGrams)) ?? per100.fat
    per100.fiber = per100Grams(try fields.optionalNumber("fiber_g", "fiber", in: Self.nutrientGrams)) ?? per100.fiber
    per100.sugar = per100Grams(try fields.optionalNumber("sugar_g", "sugar", in: Self.nutrientGrams)) ?? per100.sugar
    facts.per100Grams = per100
    if let violation = NutrientLimits.violation(per100, of: facts.kind) {
      throw fields.problem(violation.member, violation.rule)
    }
  }

  // MARK: - Measures

  private mutating func readMeasures(_ fields: JSONFields) throws {
    if fields.has("measures") {
      facts.measures = [:]
      for entry in try fields.objects("measures", count: 0...Self.maxMeasures) {
        let unit = try Self.unit(entry)
        let grams = try entry.number("grams", in: Self.measureGrams)
        guard facts.measures.updateValue(grams, forKey: unit) == nil else {
          throw entry.problem("unit", "a unit that is there once")
        }
      }
      if let serving = facts.servingMeasure, facts.measures[serving] == nil { facts.servingMeasure = nil }
    }
    if let word = try fields.optionalText("serving_unit", "servingUnit", length: Self.unitLength) {
      guard let unit = MeasureUnit.named(word), facts.measures[unit] != nil else {
        throw fields.problem("serving_unit", "the unit of one of the measures")
      }
      facts.servingMeasure = unit
    } else if let grams = try fields.optionalNumber("serving_grams", "servingGrams", in: Self.servingGrams) {
      facts.servingMeasure = nil
      facts.servingGrams = grams
    }
    if let unit = facts.servingMeasure, let grams = facts.measures[unit] {
      guard grams <= 5000 else { throw fields.problem("serving_unit", "a measure of at most 5000 grams") }
      facts.servingGrams = grams
    }
  }

  private static func unit(_ entry: JSONFields) throws -> MeasureUnit {
    guard let unit = MeasureUnit.named(try entry.text("unit", length: unitLength)), !unit.isWeight else {
      throw entry.problem("unit", "a household measure like cup, slice, piece, tbsp or bottle")
    }
    return unit
  }
}
