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
    /// Whether it has no starch, and no fat as a food of its own.
    var isLowCarb = false, isLowFat = false
    var wanted: Set<String> = []
    /// Words of foods to replace. The other foods stay as they are.
    var excluded: Set<String> = []
    var parts: [PlanPart] = []
    /// The seed of the choice of foods; equal seeds choose equal foods.
    var variant: Int

    static let meals = FoodDiary.mealsOfDay
    static let shares = ["breakfast": 0.25, "lunch": 0.3, "dinner": 0.35, "snack": 0.1]

    /// The share of the energy of a usual day that a day has; 0 if it is left out.
    func share(of day: Int) -> Double {
      let changes = parts.filter { $0.day == day && $0.size != nil }
      let skipped = Set(changes.filter { $0.size == 0 }.compactMap(\.meal))
      return skipped.reduce(changes.last { $0.meal == nil }?.size ?? 1) { $0 - (Self.shares[$1] ?? 0) }
    }

    fileprivate func changes(_ meal: String) -> [PlanPart] { parts.filter { $0.has(day: day ?? 1, meal: meal) } }
  }

  /// The relative deviation that a total may have from its target.
  static let tolerance = 0.05

  let foodLookup: FoodLookup
  let rule: DietRule

  private typealias Choice = (meal: String, food: Food, portion: FoodPortion)

  /// Returns the foods of a plan; nil if no choice of foods is within the tolerance.
  func plan(_ order: Order) -> [MealPlan.Item]? {
    for attempt in 0..<60 {
      guard let chosen = choose(order, variant: order.variant &+ attempt) else { return nil }
      var portions = chosen.map(\.portion)
      portions.scale(toEnergy: order.energy, protein: order.protein)
      let items = zip(chosen, portions).map { choice, portion in
        MealPlan.Item(
          meal: choice.meal, day: order.day, food: choice.food.name, grams: portion.grams, nutrients: portion.nutrients)
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

  private func choose(_ order: Order, variant: Int) -> [Choice]? {
    var chosen: [Choice] = []
    for (place, meal) in order.meals.enumerated() where order.changes(meal).last(where: { $0.size != nil })?.size != 0 {
      for role in Self.roles[meal] ?? Self.roles["lunch"] ?? [] {
        let isLeftOut = role == .fat && (order.isLowFat || order.day != nil && meal == "snack")
        if isLeftOut || role == .starch && order.isLowCarb { continue }
        let used = Set(chosen.map(\.food.name))
        guard let choice = pick(role, meal, order, variant: variant &+ place &* 7, without: used) else {
          // A diet may have no protein for a snack; the snack is planned without it.
          if role == .starch && !order.isLowCarb || role == .protein, meal != "snack" { return nil }
          continue
        }
        chosen.append(choice)
      }
    }
    return chosen.isEmpty ? nil : chosen
  }

  private func pick(
    _ role: PlanFood.Role, _ meal: String, _ order: Order, variant: Int, without used: Set<String>
  ) -> Choice? {
    let changes = order.changes(meal)
    let excluded = changes.reduce(order.excluded) { $0.union($1.exclusions) }
    let candidates = PlanFood.all.filter {
      $0.role == role && $0.meals.contains(meal.prefix(1)) && rule.allows($0.name)
    }
    let variant = variant &+ changes.count { !$0.isStated } &* 13
    // Roles step at different speeds, so that further variants bring new combinations.
    let step = role == .protein ? variant : role == .starch ? variant / 2 &+ 3 &* variant : variant &* 5 &+ 1
    func choice(_ candidates: [PlanFood], _ wanted: Set<String>) -> PlanFood? {
      let fresh = candidates.filter { !used.contains($0.name) }
      // "Lentils and rice" are these, not a soup with rice.
      let exact = fresh.filter { wanted.isSuperset(of: FoodPhrase.words($0.name.lowercased())) }
      let likely = [wanted, PlanOption.usual].map { fresh.having(most: $0, in: \.words) }
      let pools = [exact] + likely + [fresh, candidates]
      return pools.first { !$0.isEmpty }.map { $0[Int(UInt(bitPattern: step) % UInt($0.count))] }
    }
    let wanted = changes.last { $0.exclusions.isEmpty && !$0.wanted.isEmpty }?.wanted ?? order.wanted
    guard var chosen = choice(candidates, wanted) else { return nil }
    if !chosen.words.isDisjoint(with: excluded) {
      let swap = changes.last { !chosen.words.isDisjoint(with: $0.exclusions) && !$0.wanted.isEmpty }
      let others = choice(candidates.filter { $0.words.isDisjoint(with: excluded) }, swap?.wanted ?? wanted)
      guard let others else { return nil }
      chosen = others
    }
    let size = changes.last { $0.meal != nil && $0.size != nil }?.size ?? 1
    let range = chosen.range.lowerBound * size...chosen.range.upperBound * size
    return foodLookup.food(chosen.name).map { food in
      (meal, food, FoodPortion(per100Grams: food.per100Grams, range: range, isProtein: role == .protein))
    }
  }
}
