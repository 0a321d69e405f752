import HealthModels
import Nutrition

/// What figures per 100 g can be.
enum PlausibleFigures {
  /// Pure fat has 884 to 902.
  private static let maxCalories = 905.0
  /// Labels round; some count fibre to the carbohydrate and some beside it.
  private static let maxSum = 105.0

  /// The first figure that cannot be, by its name on the wire, and what it must be; nil where all can.
  ///
  /// - Parameter isMeasured: whether a laboratory found the figures: then the energy is not doubted.
  static func doubt(
    _ figures: Nutrients, of kind: FoodKind, isMeasured: Bool = false
  ) -> (member: String, rule: String)? {
    let grams = [
      ("protein_g", figures.protein), ("carbs_g", figures.carbohydrate), ("fat_g", figures.fat),
      ("fiber_g", figures.fiber), ("sugar_g", figures.sugar),
    ]
    if let (name, _) = grams.first(where: { !(0...100).contains($0.1) }) { return (name, "at most 100 g in 100 g") }
    guard (0...maxCalories).contains(figures.energyKilocalories) else {
      return ("calories", "at most \(Int(maxCalories)) for 100 g")
    }
    guard figures.protein + figures.carbohydrate + figures.fat <= maxSum else {
      return ("carbs_g", "no more than 100 g together with protein and fat in 100 g")
    }
    guard figures.sugar <= figures.carbohydrate + 0.5 else { return ("sugar_g", "no more than the carbohydrate") }
    return isMeasured ? nil : energyDoubt(figures, of: kind)
  }

  /// Energy against 4, 4 and 9 kcal for each gram. Alcohol gives energy that no other figure shows, fibre and sugar
  /// alcohols give less than sugar does. Nothing is said of a food of which only the energy is known.
  private static func energyDoubt(_ figures: Nutrients, of kind: FoodKind) -> (member: String, rule: String)? {
    guard figures.protein + figures.carbohydrate + figures.fat > 0 else { return nil }
    let digestible = max(0, figures.carbohydrate - figures.fiber)
    let most = 4 * (figures.protein + figures.carbohydrate) + 9 * figures.fat + 2 * figures.fiber
    let least = 4 * figures.protein + 9 * figures.fat + 0.3 * digestible
    let energy = figures.energyKilocalories
    let alcohol = kind == .food ? 60.0 : 350
    guard energy <= most * 1.25 + alcohol, energy >= least * 0.7 - 25 else {
      return ("calories", "near \(Int(most.rounded())) for the protein, carbohydrate and fat that it has")
    }
    return nil
  }
}
