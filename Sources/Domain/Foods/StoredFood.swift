package import HealthModels
package import Nutrition

/// The origin of a food; the raw value is the `source` of the API.
package enum FoodOrigin: String, Sendable, Hashable, CaseIterable {
  /// The table in the program.
  case builtIn = "builtin"
  /// FoodData Central or Open Food Facts, for all users of the server.
  case imported
  /// Created by a user, for that user only.
  case own
}

/// The nutrition facts of a stored food.
package struct FoodFacts: Sendable, Equatable {
  /// Display name.
  package var name: String
  /// Brand or manufacturer; may be empty.
  package var brand = ""
  /// Free text; may be empty.
  package var category = ""
  /// Food, drink or water.
  package var kind = FoodKind.food
  /// Nutrients of 100 g.
  package var per100Grams: Nutrients
  /// The household measure of the default serving, one of `measures`; nil if the serving is in grams.
  package var servingMeasure: MeasureUnit?
  /// Gram weight of the default serving, more than 0 and at most 5000.
  package var servingGrams = 100.0
  /// Gram weights of household measures.
  package var measures: [MeasureUnit: Double] = [:]
  /// Grams per millilitre, if known.
  package var density: Double?

  /// A food with only a name and nutrients.
  package init(name: String, per100Grams: Nutrients) {
    self.name = name
    self.per100Grams = per100Grams
  }

  /// The food for the parser.
  func food(reference: String, aliases: [String]) -> Food {
    Food(
      name: name, aliases: aliases, category: category, kind: kind, reference: reference, per100Grams: per100Grams,
      servingMeasure: servingMeasure, servingGrams: servingGrams, measures: measures, density: density)
  }
}

/// A food of any origin, as the API and the commands show it.
package struct FoodDetails: Sendable {
  /// The slug of a built-in food, `fdc-` or `off-` and the number of an imported one, the UUID of an own one.
  package var id: String
  /// Table that has the food.
  package var origin: FoodOrigin
  /// Name, nutrients and measures.
  package var facts: FoodFacts
  /// Other names.
  package var aliases: [String]
  /// The id at the source of the nutrients; empty for own foods.
  package var reference: String
  /// The notice that the licence of the nutrients requires; empty if it requires none.
  package var attribution = ""
  /// Creation of an own food, in milliseconds since 1970.
  package var created: Int64?
  /// Last change of an own food, in milliseconds since 1970.
  package var updated: Int64?
}
