import HealthModels
import Nutrition

/// Answers that compare foods: "Which has more protein, tofu or chicken?", "Foods high in protein", "What can I eat
/// instead of chips?".
extension Dialogue {
  /// The difference in 100 g, in the unit of the nutrient, below which foods count as equal.
  private static let margin = 0.5

  func compared(_ nutrient: Nutrient?, _ items: [ParsedItem]) -> String {
    let names = items.compactMap { foodLookup.food($0.name)?.name }.distinct
    let foods = names.compactMap(foodLookup.food).prefix(4)
    guard foods.count > 1 else { return FoodAnswer.amount(nutrient, items) }
    if let nutrient { return Self.ranked(foods, by: nutrient) }
    let rows = foods.map { Wording.text("compare.food", ["food": $0.name, "n": $0.per100Grams]) }
    let fewest = foods.min { $0.per100Grams.energyKilocalories < $1.per100Grams.energyKilocalories }
    return Wording.text(
      "compare.foods",
      [
        "foods": rows.joined(separator: "; "), "protein": Self.most(foods, .protein),
        "fiber": Self.most(foods, .fiber), "fewest": fewest?.name ?? "",
      ])
  }

  private static func ranked(_ foods: some Collection<Food>, by nutrient: Nutrient) -> String {
    let sorted = foods.sorted { nutrient.value($0.per100Grams) > nutrient.value($1.per100Grams) }
    let isEqual = nutrient.value(sorted[0].per100Grams) - nutrient.value(sorted[1].per100Grams) < margin
    let lead = Wording.text(
      isEqual ? "compare.ranked.equal" : "compare.ranked.more", ["food": sorted[0].name, "nutrient": nutrient.name])
    let rows = sorted.map { "\($0.name.lowercased()) \(nutrient.text($0.per100Grams))" }
    return Wording.text("compare.ranked", ["lead": lead, "foods": rows.joined(separator: ", ")])
  }

  private static func most(_ foods: some Collection<Food>, _ nutrient: Nutrient) -> String {
    let sorted = foods.sorted { nutrient.value($0.per100Grams) > nutrient.value($1.per100Grams) }
    guard let most = sorted.first, let least = sorted.last,
      nutrient.value(most.per100Grams) - nutrient.value(least.per100Grams) >= margin
    else { return Wording.text("compare.equal", ["nutrient": nutrient.name]) }
    return Wording.text("compare.most", ["nutrient": nutrient.name, "food": most.name])
  }

  func richest(in nutrient: Nutrient) -> String {
    let foods = PlanFood.all.map(\.name).filter(DietRule(facts).allows).compactMap(foodLookup.food)
      .sorted { (nutrient.value($0.per100Grams), $1.name) > (nutrient.value($1.per100Grams), $0.name) }
    let rows = foods.prefix(6).map { "\($0.name.lowercased()) (\(nutrient.text($0.per100Grams)))" }
    return Wording.text("rich", ["foods": rows])
  }

  func swaps(for item: ParsedItem) -> String {
    guard let food = foodLookup.food(item.name) else { return FoodAnswer.amount(nil, [item]) }
    let found = Self.customarySwaps[food.name]?.compactMap(foodLookup.food) ?? lighterFoods(than: food)
    let swaps = found.filter { DietRule(facts).allows($0.name) }.prefix(3)
    guard !swaps.isEmpty else { return Wording.text("swap.none", ["food": food.name]) }
    let rows = swaps.map { Wording.text("swap.food", ["food": $0.name, "n": $0.per100Grams]) }
    return Wording.text("swap", ["food": food.name, "n": food.per100Grams, "swaps": rows])
  }

  /// Returns foods of the same category with at least 20 % less energy, those with most protein and fibre first.
  private func lighterFoods(than food: Food) -> [Food] {
    func score(_ food: Food) -> Double { food.per100Grams.protein + 2 * food.per100Grams.fiber }
    let limit = food.per100Grams.energyKilocalories * 0.8
    return foodLookup.table.foods
      .filter { $0.category == food.category && $0.kind == food.kind && $0.per100Grams.energyKilocalories < limit }
      .sorted { (score($0), $1.name) > (score($1), $0.name) }
  }

  /// Rows of `swaps.tsv`: food  customary swaps (joined by ';').
  private static let customarySwaps = CoachTable.swaps.values.mapValues { $0.items(";") }
}
