import HealthModels
import TextModels

/// A question about the diary: one figure, or all of them, of a period.
struct Intake: Codable, Sendable, Equatable {
  /// nil: all figures.
  var nutrient: Nutrient?
  var period: FoodDiary.Period
}

extension Intake {
  /// Reads "How much protein did I have this week?" and "Am I eating enough fibre?".
  init?(_ utterance: Utterance) {
    guard let nutrient = Nutrient(utterance), let usual: FoodDiary.Period = utterance.value(.intakePeriods) else {
      return nil
    }
    self.nutrient = nutrient
    period = utterance.value(.periods) ?? usual
  }

  /// Reads "And carbs?", "what about yesterday?" and "is that enough?" after the answer to `earlier`.
  init?(_ utterance: Utterance, following earlier: Intake) {
    let judges = utterance.has(.judges)
    let nutrient = Nutrient(utterance)
    let period: FoodDiary.Period? = utterance.value(.periods)
    guard judges || nutrient != nil || period != nil else { return nil }
    self.nutrient = nutrient ?? earlier.nutrient ?? (judges ? .energy : nil)
    self.period = period ?? earlier.period
  }
}

extension Nutrient {
  /// Reads the first one that a message names.
  init?(_ utterance: Utterance) { self.init(rawValue: utterance.values(.nutrients).first ?? "") }

  /// "240 kcal", "31 g of protein".
  func text(_ nutrients: Nutrients) -> String {
    self == .energy ? nutrients.text(rawValue) : "\(nutrients.text(rawValue)) of \(name)"
  }
}
