import HealthModels
import Nutrition
import Storage

/// The columns that the tables of foods share.
enum FoodColumns {
  /// Their names, in the order of `values`.
  static let names = """
    name, brand, category, kind, calories, protein, carbohydrates, fat, fiber, sugar, serving, serving_grams, measures,
    density
    """
  /// Number of columns.
  static let count = 14

  /// The values in the order of ``names``.
  static func values(_ facts: FoodFacts) -> [SQLValue] {
    let nutrients = facts.per100Grams
    return [
      .text(facts.name), .text(facts.brand), .text(facts.category), .text(facts.kind.rawValue),
      .real(nutrients.energyKilocalories), .real(nutrients.protein), .real(nutrients.carbohydrate),
      .real(nutrients.fat),
      .real(nutrients.fiber), .real(nutrients.sugar), .text(facts.servingMeasure?.rawValue ?? ""),
      .real(facts.servingGrams), .text(text(facts.measures)), facts.density.map(SQLValue.real) ?? .null,
    ]
  }

  /// The facts of a row; nil if a required column is missing or invalid.
  static func facts(_ row: Row) -> FoodFacts? {
    guard let name = row.text("name"), let kind = row.text("kind").flatMap(FoodKind.init),
      let calories = row.real("calories"), let protein = row.real("protein"),
      let carbohydrate = row.real("carbohydrates"), let fat = row.real("fat"), let fiber = row.real("fiber"),
      let sugar = row.real("sugar"), let grams = row.real("serving_grams")
    else { return nil }
    var facts = FoodFacts(
      name: name,
      per100Grams: Nutrients(
        energyKilocalories: calories, protein: protein, carbohydrate: carbohydrate, fat: fat, fiber: fiber,
        sugar: sugar))
    facts.brand = row.text("brand") ?? ""
    facts.category = row.text("category") ?? ""
    facts.kind = kind
    facts.servingMeasure = row.text("serving").flatMap(MeasureUnit.init(rawValue:))
    facts.servingGrams = grams
    facts.measures = measures(row.text("measures") ?? "")
    facts.density = row.real("density")
    return facts
  }

  /// `cup=240;slice=30`, sorted by unit.
  static func text(_ measures: [MeasureUnit: Double]) -> String {
    measures.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: ";")
  }

  private static func measures(_ text: String) -> [MeasureUnit: Double] {
    var measures: [MeasureUnit: Double] = [:]
    for entry in text.split(separator: ";") {
      let pair = entry.split(separator: "=")
      guard pair.count == 2, let unit = MeasureUnit(rawValue: String(pair[0])), let grams = Double(pair[1]) else {
        continue
      }
      measures[unit] = grams
    }
    return measures
  }
}
