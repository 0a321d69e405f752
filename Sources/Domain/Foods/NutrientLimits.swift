import HealthModels
import Nutrition

/// Limits on the nutrients of 100 g of any food.
enum NutrientLimits {
  /// Pure fat has 884 to 902 kcal.
  static let maxCalories = 905.0
  /// Labels are rounded, and some do not include fibre in the carbohydrate.
  static let maxSum = 105.0

  /// The first member that is out of range, by its JSON key, with the rule that it must satisfy; nil if all are valid.
  ///
  /// - Parameter isMeasured: whether the values are laboratory analyses, whose energy is not checked.
  static func violation(
    _ nutrients: Nutrients, of kind: FoodKind, isMeasured: Bool = false
  ) -> (member: String, rule: String)? {
    let grams = [
      ("protein_g", nutrients.protein), ("carbs_g", nutrients.carbohydrate), ("fat_g", nutrients.fat),
      ("fiber_g", nutrients.fiber), ("sugar_g", nutrients.sugar),
    ]
    if let (name, _) = grams.first(where: { !(0...100).contains($0.1) }) { return (name, "at most 100 g in 100 g") }
    guard (0...maxCalories).contains(nutrients.energyKilocalories) else {
      return ("calories", "at most \(Int(maxCalories)) for 100 g")
    }
    guard nutrients.protein + nutrients.carbohydrate + nutrients.fat <= maxSum else {
      return ("carbs_g", "no more than 100 g together with protein and fat in 100 g")
    }
    guard nutrients.sugar <= nutrients.carbohydrate + 0.5 else { return ("sugar_g", "no more than the carbohydrate") }
    return isMeasured ? nil : energyViolation(nutrients, of: kind)
  }

  /// Checks the energy against the Atwater factors 4, 4 and 9 kcal/g. Alcohol adds energy that is in no other nutrient;
  /// fibre and sugar alcohols have less than sugar. A food of which only the energy is known is not checked.
  private static func energyViolation(_ nutrients: Nutrients, of kind: FoodKind) -> (member: String, rule: String)? {
    guard nutrients.protein + nutrients.carbohydrate + nutrients.fat > 0 else { return nil }
    let digestible = max(0, nutrients.carbohydrate - nutrients.fiber)
    let most = 4 * (nutrients.protein + nutrients.carbohydrate) + 9 * nutrients.fat + 2 * nutrients.fiber
    let least = 4 * nutrients.protein + 9 * nutrients.fat + 0.3 * digestible
    let energy = nutrients.energyKilocalories
    let alcohol = kind == .food ? 60.0 : 350
    guard energy <= most * 1.25 + alcohol, energy >= least * 0.7 - 25 else {
      return ("calories", "near \(Int(most.rounded())) for the protein, carbohydrate and fat that it has")
    }
    return nil
  }
}
