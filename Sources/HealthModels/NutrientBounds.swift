/// Bounds on the nutrients of any food, from its weight and from the Atwater factors (4, 4, 9 and 7 kcal/g).
package enum NutrientBounds {
  /// Kilocalories per gram of fat, the most energy-dense nutrient, with a tolerance for rounding.
  package static let maxEnergyPerGram = 9.1
  /// Kilocalories per gram of alcohol, which is in no other nutrient.
  private static let alcoholEnergyPerGram = 7.0
  /// Largest share of alcohol in a drink, by weight: spirits of 50 % by volume.
  private static let maxAlcohol = 0.45

  /// Whether a food of this weight can have these nutrients.
  ///
  /// The tolerances allow for values rounded to whole grams, and for foods whose energy differs from the general
  /// factors.
  package static func isPlausible(_ nutrients: Nutrients, grams: Double, kind: FoodKind) -> Bool {
    guard grams > 0, nutrients.isFiniteAndNotNegative else { return false }
    let macros = nutrients.protein + nutrients.carbohydrate + nutrients.fat
    guard macros <= grams * 1.05 + 1, nutrients.energyKilocalories <= grams * maxEnergyPerGram + 1 else { return false }
    guard nutrients.fiber + nutrients.sugar <= nutrients.carbohydrate * 1.1 + 1 else { return false }
    // Fiber has between none and all of the energy of other carbohydrate.
    let most = nutrients.protein * 4 + nutrients.carbohydrate * 4 + nutrients.fat * 9
    let least = most - nutrients.fiber * 4
    let alcohol = kind == .drink ? max(0, grams - macros) * maxAlcohol * alcoholEnergyPerGram : 0
    return nutrients.energyKilocalories >= least * 0.75 - 15
      && nutrients.energyKilocalories <= most * 1.25 + 15 + alcohol
  }

  /// Whether two sets of nutrients per 100 g may belong to the same food, raw or cooked, of one brand or another.
  package static func isNear(_ unverified: Nutrients, _ known: Nutrients) -> Bool {
    func near(_ path: KeyPath<Nutrients, Double>, within share: Double, or amount: Double) -> Bool {
      (unverified[keyPath: path] - known[keyPath: path]).magnitude <= max(amount, known[keyPath: path] * share)
    }
    return near(\.energyKilocalories, within: 0.3, or: 30) && near(\.protein, within: 0.4, or: 5)
      && near(\.carbohydrate, within: 0.4, or: 6) && near(\.fat, within: 0.4, or: 4)
      && near(\.fiber, within: 0.6, or: 4) && near(\.sugar, within: 0.6, or: 6)
  }
}

extension Nutrients {
  /// Whether every value is finite and not negative.
  package var isFiniteAndNotNegative: Bool {
    [energyKilocalories, protein, carbohydrate, fat, fiber, sugar].allSatisfy { $0.isFinite && $0 >= 0 }
  }
}
