package import HealthModels

/// A food: one row of the nutrition table, an imported food, or one of a user's own.
package struct Food: Sendable {
  /// Display name, "Chicken Breast".
  package let name: String
  /// ``aliases``, joined by ';' here or by the caller: most readers of a food need none of them.
  private let joinedAliases: String
  /// "fruit", "vegetable", "meat", "dish" ...; `docs/guides/foods.md` lists them.
  package let category: String
  /// Food, drink or water.
  package let kind: FoodKind
  /// Source of the nutrients: an id of one of the tables in `docs/guides/foods.md`, such as `sr-` + NDB number.
  package let reference: String
  /// Nutrients of 100 g of edible portion.
  package let per100Grams: Nutrients
  /// The household measure of the default serving, one of `measures`; nil if the serving is in grams.
  package let servingMeasure: MeasureUnit?
  /// Gram weight of the default serving.
  package let servingGrams: Double
  /// Gram weights of household measures.
  package let measures: [MeasureUnit: Double]
  /// Gram weights of measures with a size: a large slice, a small bag.
  package let sized: [SizedMeasure: Double]
  /// Grams per millilitre, if known.
  package let density: Double?
  /// Head nouns of unknown names that are counted as this food: "soup" of "celeriac soup".
  package let heads: [String]

  /// Creates a food.
  ///
  /// - Parameter servingMeasure: one of `measures`, or nil.
  package init(
    name: String, aliases: [String] = [], category: String = "", kind: FoodKind = .food, reference: String,
    per100Grams: Nutrients, servingMeasure: MeasureUnit? = nil, servingGrams: Double = 100,
    measures: [MeasureUnit: Double] = [:], sized: [SizedMeasure: Double] = [:], density: Double? = nil,
    heads: [String] = []
  ) {
    self.name = name
    joinedAliases = aliases.joined(separator: ";")
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

  /// Other names, as users write them.
  package var aliases: [String] { joinedAliases.split(separator: ";").map(String.init) }

  /// Placeholder for a row that cannot be parsed; a test proves that the built-in table has none.
  static let unreadable = Food(name: "", reference: "", per100Grams: .zero)
}
