/// Energy (kcal) and nutrients (g) of some amount of food.
package struct Nutrients: Sendable, Hashable {
  package var energyKilocalories: Double
  package var protein: Double
  /// Total carbohydrate, fiber included.
  package var carbohydrate: Double
  package var fat: Double
  package var fiber: Double
  package var sugar: Double

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

  /// Nothing of anything.
  package static let zero = Nutrients(
    energyKilocalories: 0, protein: 0, carbohydrate: 0, fat: 0, fiber: 0, sugar: 0)

  package static func + (left: Nutrients, right: Nutrients) -> Nutrients {
    Nutrients(
      energyKilocalories: left.energyKilocalories + right.energyKilocalories,
      protein: left.protein + right.protein,
      carbohydrate: left.carbohydrate + right.carbohydrate,
      fat: left.fat + right.fat,
      fiber: left.fiber + right.fiber,
      sugar: left.sugar + right.sugar)
  }

  /// Every figure multiplied by `factor` (figures per 100 g times grams / 100 gives those of a portion).
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
