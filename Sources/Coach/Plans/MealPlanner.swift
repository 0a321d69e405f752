import HealthModels
import Nutrition
import TextModels

/// Chooses foods and weights so that a day, or one meal, comes to its targets.
struct MealPlanner {
  struct Order {
    /// kcal
    var energy: Double
    /// g; nil if only the energy counts.
    var protein: Double?
    /// breakfast, lunch, dinner, snack; all of them make a day.
    var meals: [String]
    /// The day of a week, whose snacks have two foods rather than three: a week has at most 98, a template 100.
    var day: Int?
    /// Whether starch is replaced by vegetables.
    var isLowCarb = false
    var wanted: Set<String> = []
    var parts: [PlanPart] = []
    /// The seed of the choice of foods; equal seeds choose equal foods.
    var variant: Int

    static let meals = ["breakfast", "lunch", "dinner", "snack"]
  }

  /// The relative deviation that a total may have from its target.
  static let tolerance = 0.05

  let foodLookup: FoodLookup
  let rule: DietRule

  private struct Portion {
    var meal: String
    var plan: PlanFood
    var food: Food
    var grams: Double

    var nutrients: Nutrients { food.per100Grams.scaled(by: grams / 100) }
  }

  /// Returns the foods of a plan; nil if no choice of foods is within the tolerance.
  func plan(_ order: Order) -> [MealPlan.Item]? {
    for attempt in 0..<60 {
      guard var portions = choose(order, variant: order.variant &+ attempt) else { return nil }
      weigh(&portions, order)
      let items = portions.map { portion in
        var item = MealPlan.Item(
          meal: portion.meal, food: portion.food.name, grams: portion.grams, nutrients: portion.nutrients)
        item.day = order.day
        return item
      }
      let total = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
      let isNear = abs(total.energyKilocalories - order.energy) <= order.energy * Self.tolerance
      if isNear, order.protein.map({ abs(total.protein - $0) <= $0 * Self.tolerance }) ?? true { return items }
    }
    return nil
  }

  /// The kinds of foods of a meal; the others are planned as `lunch`.
  private static let roles: [String: [PlanFood.Role]] = [
    "breakfast": [.starch, .protein, .fruit, .fat], "lunch": [.protein, .starch, .vegetable, .fat],
    "snack": [.fruit, .fat, .protein],
  ]

  private func choose(_ order: Order, variant: Int) -> [Portion]? {
    var (used, portions): (Set<String>, [Portion]) = ([], [])
    for (place, meal) in order.meals.enumerated() {
      for role in Self.roles[meal] ?? Self.roles["lunch"] ?? [] {
        if role == .starch && order.isLowCarb || role == .fat && order.day != nil && meal == "snack" { continue }
        guard let portion = pick(role, meal, order, variant: variant &+ place &* 7, without: used) else {
          // A diet may have no protein for a snack; the snack is planned without it.
          if role == .starch && !order.isLowCarb || role == .protein, meal != "snack" { return nil }
          continue
        }
        used.insert(portion.plan.name)
        portions.append(portion)
      }
    }
    return portions.isEmpty ? nil : portions
  }

  private func pick(
    _ role: PlanFood.Role, _ meal: String, _ order: Order, variant: Int, without used: Set<String>
  ) -> Portion? {
    let changes = order.parts.filter { $0.has(day: order.day ?? 1, meal: meal) }
    let excluded = changes.reduce(Set()) { $0.union($1.exclusions) }
    let candidates = PlanFood.all.filter {
      $0.role == role && $0.meals.contains(meal.prefix(1)) && rule.allows($0.name)
        && $0.words.isDisjoint(with: excluded)
    }
    let fresh = candidates.filter { !used.contains($0.name) }
    let wanted = changes.last { !$0.wanted.isEmpty }?.wanted ?? order.wanted
    let variant = variant &+ changes.count { !$0.isStated } &* 13
    let preferred = fresh.having(most: wanted, in: \.words)
    let usual = fresh.having(most: PlanOption.usual, in: \.words)
    guard let pool = [preferred, usual, fresh, candidates].first(where: { !$0.isEmpty }) else { return nil }
    // Roles step at different speeds, so that further variants bring new combinations.
    let step = role == .protein ? variant : role == .starch ? variant / 2 &+ 3 &* variant : variant &* 5 &+ 1
    let chosen = pool[Int(UInt(bitPattern: step) % UInt(pool.count))]
    let grams = (chosen.range.lowerBound + chosen.range.upperBound) / 2
    return foodLookup.food(chosen.name).map { Portion(meal: meal, plan: chosen, food: $0, grams: grams) }
  }

  /// Scales the sources of protein to the protein target and the other foods to the energy target, alternately, because
  /// each changes the sum of the other. Then rounds the weights to 5 g, or 1 g for small portions.
  private func weigh(_ portions: inout [Portion], _ order: Order) {
    for _ in 0..<30 {
      if let protein = order.protein { scale(&portions, to: protein, of: \.protein) { $0.plan.role == .protein } }
      scale(&portions, to: order.energy, of: \.energyKilocalories) { order.protein == nil || $0.plan.role != .protein }
    }
    for index in portions.indices {
      let step = portions[index].plan.range.upperBound <= 50 ? 1.0 : 5
      portions[index].grams = (portions[index].grams / step).rounded() * step
    }
  }

  /// Multiplies the chosen portions so that the total reaches `target`, within the range of each food.
  private func scale(
    _ portions: inout [Portion], to target: Double, of figure: KeyPath<Nutrients, Double>,
    where isChosen: (Portion) -> Bool
  ) {
    let chosen = portions.indices.filter { isChosen(portions[$0]) }
    let part = chosen.reduce(0) { $0 + portions[$1].nutrients[keyPath: figure] }
    let whole = portions.reduce(0) { $0 + $1.nutrients[keyPath: figure] }
    guard part > 0 else { return }
    let factor = max(0, target - whole + part) / part
    for index in chosen {
      let range = portions[index].plan.range
      portions[index].grams = min(max(portions[index].grams * factor, range.lowerBound), range.upperBound)
    }
  }
}
