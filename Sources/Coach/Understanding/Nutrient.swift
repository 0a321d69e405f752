import HealthModels

extension Nutrient {
  /// Reads the first one that a message names.
  init?(_ utterance: Utterance) { self.init(rawValue: utterance.values(.nutrients).first ?? "") }

  /// "240 kcal", "31 g of protein".
  func text(_ nutrients: Nutrients) -> String {
    self == .energy ? nutrients.text(rawValue) : "\(nutrients.text(rawValue)) of \(name)"
  }
}
