/// Energy and nutrients of an amount of food: the energy in kilocalories, everything else in grams.
package struct Nutrients: Codable, Sendable, Hashable {
  /// kcal.
  package var energyKilocalories: Double
  /// g.
  package var protein: Double
  /// g of total carbohydrate, fiber included.
  package var carbohydrate: Double
  /// g.
  package var fat: Double
  /// g of total dietary fiber.
  package var fiber: Double
  /// g of total sugars.
  package var sugar: Double

  /// Creates the values of an amount of food.
  package init(
    energyKilocalories: Double, protein: Double, carbohydrate: Double, fat: Double, fiber: Double, sugar: Double
  ) {
    self.energyKilocalories = energyKilocalories
    self.protein = protein
    self.carbohydrate = carbohydrate
    self.fat = fat
    self.fiber = fiber
    self.sugar = sugar
  }

  /// The additive identity: every value is 0.
  package static let zero = Nutrients(
    energyKilocalories: 0, protein: 0, carbohydrate: 0, fat: 0, fiber: 0, sugar: 0)

  /// Adds value by value.
  package static func + (left: Nutrients, right: Nutrients) -> Nutrients {
    Nutrients(
      energyKilocalories: left.energyKilocalories + right.energyKilocalories,
      protein: left.protein + right.protein,
      carbohydrate: left.carbohydrate + right.carbohydrate,
      fat: left.fat + right.fat,
      fiber: left.fiber + right.fiber,
      sugar: left.sugar + right.sugar)
  }

  /// The values with 0 in place of those below it, which differences of rounded figures may be.
  package var withoutNegatives: Nutrients {
    Nutrients(
      energyKilocalories: max(0, energyKilocalories), protein: max(0, protein), carbohydrate: max(0, carbohydrate),
      fat: max(0, fat), fiber: max(0, fiber), sugar: max(0, sugar))
  }

  /// Returns every value multiplied by `factor`. Values per 100 g times grams / 100 are those of a portion.
  package func scaled(by factor: Double) -> Nutrients {
    Nutrients(
      energyKilocalories: energyKilocalories * factor,
      protein: protein * factor,
      carbohydrate: carbohydrate * factor,
      fat: fat * factor,
      fiber: fiber * factor,
      sugar: sugar * factor)
  }
}
