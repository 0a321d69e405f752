package import HealthModels
package import Nutrition

/// Where a food comes from.
package enum FoodOrigin: String, Sendable, Hashable, CaseIterable {
  /// The table that is part of the program.
  case builtIn = "builtin"
  /// FoodData Central, for everybody on this server.
  case imported
  /// A user's own.
  case own
}

/// What all foods beside the built-in table have, per 100 g.
package struct FoodFacts: Sendable, Equatable {
  package var name: String
  /// Who makes it; may be empty.
  package var brand = ""
  /// May be empty.
  package var category = ""
  package var kind = FoodKind.food
  package var per100Grams: Nutrients
  /// A unit of `measures`, or nil for plain grams.
  package var servingMeasure: MeasureUnit?
  /// 0 < grams <= 5000.
  package var servingGrams = 100.0
  /// Grams of one.
  package var measures: [MeasureUnit: Double] = [:]
  /// Grams per millilitre.
  package var density: Double?

  package init(name: String, per100Grams: Nutrients) {
    self.name = name
    self.per100Grams = per100Grams
  }

  /// The food as the parser takes it.
  func food(reference: String, aliases: [String]) -> Food {
    Food(
      name: name, aliases: aliases, category: category, kind: kind, reference: reference, per100Grams: per100Grams,
      servingMeasure: servingMeasure, servingGrams: servingGrams, measures: measures, density: density)
  }
}

/// One food of any origin, as it is shown.
package struct ShownFood: Sendable {
  /// The slug of a built-in food, `fdc-` and the number of an imported one, the UUID of an own one.
  package var id: String
  package var origin: FoodOrigin
  package var facts: FoodFacts
  package var aliases: [String]
  /// The id of the source that the figures are from; empty for an own food.
  package var reference: String
  /// When an own food was made and changed; milliseconds.
  package var created: Int64?
  package var updated: Int64?
}
