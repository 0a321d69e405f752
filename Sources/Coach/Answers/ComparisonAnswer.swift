import HealthModels
import Nutrition

/// The answers to "Which has more protein, tofu or chicken?" and "Foods high in protein".
enum ComparisonAnswer {
  /// The difference in 100 g, in the unit of the nutrient, below which foods count as equal.
  private static let margin = 0.5

  static func text(_ nutrient: Nutrient?, _ items: [ParsedItem], _ foodLookup: FoodLookup) -> String {
    let names = items.compactMap { foodLookup.food($0.name)?.name }.distinct
    let foods = names.compactMap(foodLookup.food).prefix(4)
    guard foods.count > 1 else { return FoodAnswer.amount(nutrient, items) }
    if let nutrient { return ranked(foods, by: nutrient) }
    let rows = foods.map { "\($0.name.lowercased()): \(Wording.text("food.short", ["n": $0.per100Grams]))" }
    let fewest = foods.min { $0.per100Grams.energyKilocalories < $1.per100Grams.energyKilocalories }
    return Wording.text(
      "compare.foods",
      [
        "foods": rows.joined(separator: "; "), "protein": most(foods, .protein), "fiber": most(foods, .fiber),
        "fewest": fewest?.name.lowercased() ?? "",
      ])
  }

  private static func ranked(_ foods: some Collection<Food>, by nutrient: Nutrient) -> String {
    let sorted = foods.sorted { nutrient.value($0.per100Grams) > nutrient.value($1.per100Grams) }
    let values = sorted.map { nutrient.value($0.per100Grams) }
    let lead = Wording.text(
      values[0] - values[1] < margin ? "compare.ranked.equal" : "compare.ranked.more",
      ["food": sorted[0].name, "nutrient": nutrient.name])
    let rows = sorted.map { "\($0.name.lowercased()) \(nutrient.text($0.per100Grams))" }
    return Wording.text("compare.ranked", ["lead": lead, "foods": rows.joined(separator: ", ")])
  }

  private static func most(_ foods: some Collection<Food>, _ nutrient: Nutrient) -> String {
    let values = foods.map { nutrient.value($0.per100Grams) }
    guard let most = values.max(), let least = values.min(), most - least >= margin,
      let food = foods.first(where: { nutrient.value($0.per100Grams) == most })
    else { return Wording.text("compare.equal", ["nutrient": nutrient.name]) }
    return Wording.text("compare.most", ["nutrient": nutrient.name, "food": food.name])
  }

  static func richest(in nutrient: Nutrient, _ foodLookup: FoodLookup, _ facts: Facts) -> String {
    let foods = PlanFood.all.map(\.name).filter(DietRule(facts).allows).compactMap(foodLookup.food)
      .sorted { (nutrient.value($0.per100Grams), $1.name) > (nutrient.value($1.per100Grams), $0.name) }
    let rows = foods.prefix(6).map { "\($0.name.lowercased()) (\(nutrient.text($0.per100Grams)))" }
    return Wording.text("rich", ["foods": rows])
  }
}

/// The answer to "What can I eat instead of chips?". Rows of `swaps.tsv`: food  customary swaps (joined by ';').
enum SwapAnswer {
  static func text(_ item: ParsedItem, _ foodLookup: FoodLookup, _ facts: Facts) -> String {
    guard let food = foodLookup.food(item.name) else { return FoodAnswer.amount(nil, [item]) }
    let found = customary[food.name]?.compactMap(foodLookup.food) ?? near(food, foodLookup)
    let swaps = found.filter { DietRule(facts).allows($0.name) }.prefix(3)
    guard !swaps.isEmpty else { return Wording.text("swap.none", ["food": food.name]) }
    let rows = swaps.map { "\($0.name.lowercased()) (\(figures($0)))" }
    return Wording.text("swap", ["food": food.name, "figures": figures(food), "swaps": rows])
  }

  private static func figures(_ food: Food) -> String { Wording.text("food.brief", ["n": food.per100Grams]) }

  /// Returns foods of the same category with at least 20 % less energy, those with most protein and fibre first.
  private static func near(_ food: Food, _ foodLookup: FoodLookup) -> [Food] {
    func score(_ food: Food) -> Double { food.per100Grams.protein + 2 * food.per100Grams.fiber }
    let limit = food.per100Grams.energyKilocalories * 0.8
    return foodLookup.table.foods
      .filter { $0.category == food.category && $0.kind == food.kind && $0.per100Grams.energyKilocalories < limit }
      .sorted { (score($0), $1.name) > (score($1), $0.name) }
  }

  private static let customary = CoachTable.swaps.values.mapValues { $0.items(";") }
}
