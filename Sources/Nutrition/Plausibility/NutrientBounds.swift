import HealthModels

/// What any food can hold: the bounds of physics and of the energy in macronutrients (Atwater factors).
enum NutrientBounds {
  /// Fat, the densest of all, has 9 kcal/g; a little more for figures that were rounded.
  static let maxEnergyPerGram = 9.1
  /// Of alcohol, which no macronutrient tells of.
  private static let alcoholEnergyPerGram = 7.0
  /// The most of a drink that is alcohol, by weight: spirits of 50 %.
  private static let maxAlcohol = 0.45

  /// Whether an amount of this weight can hold that.
  ///
  /// The tolerances are for figures rounded to whole grams, and for foods whose energy differs from the general factors.
  static func isPlausible(_ nutrients: Nutrients, grams: Double, kind: FoodKind) -> Bool {
    guard grams > 0, grams <= PortionResolver.maxGrams, nutrients.isFiniteAndNotNegative else { return false }
    let macros = nutrients.protein + nutrients.carbohydrate + nutrients.fat
    guard macros <= grams * 1.05 + 1, nutrients.energyKilocalories <= grams * maxEnergyPerGram + 1 else { return false }
    guard nutrients.fiber + nutrients.sugar <= nutrients.carbohydrate * 1.1 + 1 else { return false }
    // Fiber yields up to as much as other carbohydrate, or nothing.
    let most = nutrients.protein * 4 + nutrients.carbohydrate * 4 + nutrients.fat * 9
    let least = most - nutrients.fiber * 4
    let alcohol = kind == .drink ? max(0, grams - macros) * maxAlcohol * alcoholEnergyPerGram : 0
    return nutrients.energyKilocalories >= least * 0.75 - 15
      && nutrients.energyKilocalories <= most * 1.25 + 15 + alcohol
  }

  /// Whether two sets of figures for 100 g may be of the same food, raw or cooked, of one brand or another.
  static func isNear(_ claimed: Nutrients, _ known: Nutrients) -> Bool {
    func near(_ path: KeyPath<Nutrients, Double>, within part: Double, or amount: Double) -> Bool {
      (claimed[keyPath: path] - known[keyPath: path]).magnitude <= max(amount, known[keyPath: path] * part)
    }
    return near(\.energyKilocalories, within: 0.3, or: 30) && near(\.protein, within: 0.4, or: 5)
      && near(\.carbohydrate, within: 0.4, or: 6) && near(\.fat, within: 0.4, or: 4)
      && near(\.fiber, within: 0.6, or: 4) && near(\.sugar, within: 0.6, or: 6)
  }
}

extension Nutrients {
  var isFiniteAndNotNegative: Bool {
    [energyKilocalories, protein, carbohydrate, fat, fiber, sugar].allSatisfy { $0.isFinite && $0 >= 0 }
  }
}
