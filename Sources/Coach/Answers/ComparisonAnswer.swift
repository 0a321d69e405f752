import HealthModels
import Nutrition
import TextModels

/// Answers that compare foods: "Which has more protein, tofu or chicken?", "Foods high in protein", "Instead of chips?".
extension Dialogue {
  func compared(_ nutrient: Nutrient?, _ items: [ParsedItem]) -> String {
    let foods = items.compactMap { foodLookup.food($0.name)?.name }.distinct.prefix(4).compactMap(foodLookup.food)
    guard foods.count > 1 else { return amount(nutrient, items) }
    if let nutrient {
      let rows = Self.sorted(foods, by: nutrient).map { "\($0.name.lowercased()) \(nutrient.text($0.per100Grams))" }
      let lead = Self.most(foods, nutrient, "compare.ranked")
      return Wording.text("compare.ranked", ["lead": lead, "foods": rows.joined(separator: ", ")])
    }
    let figures = foods.map { Wording.text("compare.food", ["food": $0.name, "n": $0.per100Grams]) }
    let (protein, fiber) = (Self.most(foods, .protein, "compare.most"), Self.most(foods, .fiber, "compare.most"))
    let fewest = Self.sorted(foods, by: .energy).last?.name ?? ""
    return Wording.text("compare.foods", ["foods": figures, "protein": protein, "fiber": fiber, "fewest": fewest])
  }

  private static func sorted(_ foods: [Food], by nutrient: Nutrient) -> [Food] {
    foods.sorted { (nutrient.value($0.per100Grams), $1.name) > (nutrient.value($1.per100Grams), $0.name) }
  }

  private static func most(_ foods: [Food], _ nutrient: Nutrient, _ key: String) -> String {
    let sorted = sorted(foods, by: nutrient)
    // Foods that differ by less than 0.5 in 100 g, in the unit of the nutrient, count as equal.
    let isEqual = nutrient.value(sorted[0].per100Grams) - nutrient.value(sorted[foods.count - 1].per100Grams) < 0.5
    return Wording.text(key + (isEqual ? ".equal" : ".more"), ["food": sorted[0].name, "nutrient": nutrient.name])
  }

  func richest(in nutrient: Nutrient) -> String {
    let foods = PlanFood.usual.map(\.name).filter(DietRule(facts).allows).compactMap(foodLookup.food)
    let rows = Self.sorted(foods, by: nutrient).prefix(6)
      .map { "\($0.name.lowercased()) (\(nutrient.text($0.per100Grams)))" }
    return Wording.text("rich", ["foods": rows])
  }

  func swaps(for item: ParsedItem) -> String {
    guard let food = foodLookup.food(item.name) else { return amount(nil, [item]) }
    let found = Self.customarySwaps[food.name]?.compactMap(foodLookup.food) ?? lighterFoods(than: food)
    let rows = found.filter { DietRule(facts).allows($0.name) }.prefix(3)
      .map { Wording.text("swap.food", ["food": $0.name, "n": $0.per100Grams]) }
    return Wording.text(rows.isEmpty ? "swap.none" : "swap", ["food": food.name, "n": food.per100Grams, "swaps": rows])
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
