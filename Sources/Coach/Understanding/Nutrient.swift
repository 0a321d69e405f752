import HealthModels

/// A figure of the nutrition table that a user can ask for.
enum Nutrient: String, CaseIterable, Codable, Sendable {
  case energy, protein, carbohydrate, fat, fiber, sugar

  /// Reads the first one that a message names.
  init?(_ utterance: Utterance) { self.init(rawValue: utterance.values(.nutrients).first ?? "") }

  var name: String { self == .fiber ? "fibre" : rawValue }

  func value(_ nutrients: Nutrients) -> Double {
    switch self {
    case .energy: nutrients.energyKilocalories
    case .protein: nutrients.protein
    case .carbohydrate: nutrients.carbohydrate
    case .fat: nutrients.fat
    case .fiber: nutrients.fiber
    case .sugar: nutrients.sugar
    }
  }

  /// "240 kcal", "31 g of protein".
  func text(_ nutrients: Nutrients) -> String {
    self == .energy ? nutrients.text(rawValue) : "\(nutrients.text(rawValue)) of \(name)"
  }
}
