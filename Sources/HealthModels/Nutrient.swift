/// One of the figures of ``Nutrients``. The raw value is stored.
package enum Nutrient: String, CaseIterable, Codable, Sendable {
  case energy, protein, carbohydrate, fat, fiber, sugar

  /// The name for the user.
  package var name: String { self == .fiber ? "fibre" : rawValue }

  /// Returns the figure: kcal for the energy, g for the others.
  package func value(_ nutrients: Nutrients) -> Double {
    switch self {
    case .energy: nutrients.energyKilocalories
    case .protein: nutrients.protein
    case .carbohydrate: nutrients.carbohydrate
    case .fat: nutrients.fat
    case .fiber: nutrients.fiber
    case .sugar: nutrients.sugar
    }
  }
}
