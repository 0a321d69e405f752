package import HealthModels

/// One row of the nutrition table.
package struct Food: Sendable {
  /// The name shown to people, "Chicken Breast".
  package let name: String
  /// Other words for it, as people write them.
  package let aliases: [String]
  /// "fruit", "vegetable", "meat", "dish" ...
  package let category: String
  package let kind: FoodKind
  /// Where the figures come from: `sr-` + NDB number or `fndds-` + food code of USDA FoodData Central.
  package let reference: String
  /// Per 100 g of edible portion.
  package let per100Grams: Nutrients
  /// What one serving is when the text gives no amount: a measure of this food, or nil for plain grams.
  package let servingMeasure: MeasureUnit?
  /// Weight of the serving in grams.
  package let servingGrams: Double
  /// Grams of one of each known measure.
  package let measures: [MeasureUnit: Double]
  /// The same for measures that come in sizes: a large slice, a small bag.
  package let sized: [SizedMeasure: Double]
  /// Grams per millilitre, if it is known.
  package let density: Double?
  /// Words that stand for this food when they end a name that is not known: "soup" of "celeriac soup".
  package let heads: [String]

  /// A food that is not in the built-in table.
  ///
  /// - Parameter servingMeasure: one of `measures`, or nil.
  package init(
    name: String, aliases: [String] = [], category: String = "", kind: FoodKind = .food, reference: String,
    per100Grams: Nutrients, servingMeasure: MeasureUnit? = nil, servingGrams: Double = 100,
    measures: [MeasureUnit: Double] = [:], sized: [SizedMeasure: Double] = [:], density: Double? = nil,
    heads: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.category = category
    self.kind = kind
    self.reference = reference
    self.per100Grams = per100Grams
    self.servingMeasure = servingMeasure
    self.servingGrams = servingGrams
    self.measures = measures
    self.sized = sized
    self.density = density
    self.heads = heads
  }

  /// Stands for a row that cannot be read; a test proves that the built-in table has none.
  static let unreadable = Food(name: "", reference: "", per100Grams: .zero)
}
