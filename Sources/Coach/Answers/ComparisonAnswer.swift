import HealthModels
import Nutrition

/// The answer to "Which has more protein, tofu or chicken?".
enum ComparisonAnswer {
  static func text(_ nutrient: Nutrient?, _ items: [ParsedItem], _ foodLookup: FoodLookup) -> String {
    var foods: [Food] = []
    for item in items {
      if let food = foodLookup.food(item.name), !foods.contains(where: { $0.name == food.name }) { foods.append(food) }
    }
    guard foods.count > 1 else { return FoodAnswer.amount(nutrient, items) }
    foods = Array(foods.prefix(4))
    if let nutrient { return ranked(foods, by: nutrient) }
    var text =
      "Per 100 g: " + foods.map { "\($0.name.lowercased()): \(short($0.per100Grams))" }.joined(separator: "; ")
      + ". "
    text += "\(most(foods, .protein).capitalised), \(most(foods, .fiber)), fewest kcal: \(fewest(foods)). "
    return text
  }

  private static func ranked(_ foods: [Food], by nutrient: Nutrient) -> String {
    let sorted = foods.sorted { nutrient.value($0.per100Grams) > nutrient.value($1.per100Grams) }
    let rows = sorted.map { "\($0.name.lowercased()) \(nutrient.text($0.per100Grams))" }
    let first = nutrient.value(sorted[0].per100Grams)
    let second = nutrient.value(sorted[1].per100Grams)
    let lead =
      first - second < 0.5
      ? "They are about equal in \(nutrient.name)" : "\(sorted[0].name) has more \(nutrient.name)"
    return "\(lead). Per 100 g: \(rows.joined(separator: ", "))."
  }

  private static func most(_ foods: [Food], _ nutrient: Nutrient) -> String {
    let values = foods.map { nutrient.value($0.per100Grams) }
    guard let most = values.max(), let least = values.min(), most - least >= 0.5 else {
      return "about as much \(nutrient.name)"
    }
    let food = foods.first { nutrient.value($0.per100Grams) == most }
    return "most \(nutrient.name): \(food?.name.lowercased() ?? "")"
  }

  private static func fewest(_ foods: [Food]) -> String {
    foods.min { $0.per100Grams.energyKilocalories < $1.per100Grams.energyKilocalories }?.name.lowercased() ?? ""
  }

  private static func short(_ nutrients: Nutrients) -> String {
    "\(TextFormat.kilocalories(nutrients.energyKilocalories)), \(TextFormat.grams(nutrients.protein)) protein, "
      + "\(TextFormat.grams(nutrients.carbohydrate)) carbohydrate, \(TextFormat.grams(nutrients.fat)) fat, \(TextFormat.grams(nutrients.fiber)) fibre"
  }
}

/// The answer to "What can I eat instead of chips?".
enum SwapAnswer {
  static func text(_ item: ParsedItem, _ foodLookup: FoodLookup, _ facts: Facts) -> String {
    guard let food = foodLookup.food(item.name) else { return FoodAnswer.amount(nil, [item]) }
    let found = customary[food.name].map { $0.compactMap(foodLookup.food) } ?? near(food, foodLookup)
    let swaps = found.filter { DietRule(facts).allows($0.name) }.prefix(3)
    guard !swaps.isEmpty else {
      return "I know no better swap for \(food.name.lowercased()); a smaller portion is the simplest one."
    }
    let rows = swaps.map { swap in
      "\(swap.name.lowercased()) (\(TextFormat.kilocalories(swap.per100Grams.energyKilocalories)), "
        + "\(TextFormat.grams(swap.per100Grams.protein)) protein, \(TextFormat.grams(swap.per100Grams.fiber)) fibre)"
    }
    return "Instead of \(food.name.lowercased()) (\(TextFormat.kilocalories(food.per100Grams.energyKilocalories)), "
      + "\(TextFormat.grams(food.per100Grams.protein)) protein, \(TextFormat.grams(food.per100Grams.fiber)) fibre in 100 g) you could take "
      + "\(TextFormat.list(rows, "or"))."
  }

  /// Returns foods of the same category with at least 20 % less energy, those with most protein and fibre first.
  private static func near(_ food: Food, _ foodLookup: FoodLookup) -> [Food] {
    let limit = food.per100Grams.energyKilocalories * 0.8
    return foodLookup.table.foods
      .filter { $0.category == food.category && $0.kind == food.kind && $0.per100Grams.energyKilocalories < limit }
      .sorted { score($0) == score($1) ? $0.name < $1.name : score($0) > score($1) }
  }

  private static func score(_ food: Food) -> Double { food.per100Grams.protein + 2 * food.per100Grams.fiber }

  private static let customary: [String: [String]] = [
    "Potato Chips": ["Popcorn", "Baby Carrots", "Crispbread"],
    "French Fries": ["Roast Potatoes", "Baked Potato", "Green Beans"],
    "Cola": ["Water", "Diet Cola", "Kombucha"], "Candy": ["Grapes", "Dried Apricot", "Strawberries"],
    "Ice Cream": ["Frozen Yogurt", "Greek Yogurt", "Sorbet"],
    "White Bread": ["Whole Wheat Bread", "Rye Bread", "Multigrain Bread"],
    "Rice": ["Quinoa", "Brown Rice", "Bulgur"], "Pasta": ["Whole Wheat Pasta", "Lentils", "Zucchini"],
    "Milk": ["Semi-Skimmed Milk", "Skim Milk", "Soy Milk"], "Butter": ["Olive Oil", "Avocado", "Hummus"],
    "Mayonnaise": ["Light Mayonnaise", "Greek Yogurt", "Hummus"],
    "Beer": ["Non-Alcoholic Beer", "Light Beer", "Kombucha"],
    "Milk Chocolate": ["Dark Chocolate", "Strawberries", "Date"],
    "Beef": ["Lean Ground Beef", "Turkey Breast", "Lentils"],
    "Bacon": ["Turkey Bacon", "Canadian Bacon", "Smoked Salmon"], "Sugar": ["Cinnamon", "Applesauce", "Banana"],
    "Cookie": ["Apple", "Rice Cake", "Oatmeal Cookie"],
    "Cheddar Cheese": ["Mozzarella", "Low-Fat Cottage Cheese", "Feta"],
  ]
}

/// The answer to "Foods high in protein".
enum RichAnswer {
  static func text(_ nutrient: Nutrient, _ foodLookup: FoodLookup, _ facts: Facts) -> String {
    let rows = best(nutrient, foodLookup, facts).prefix(6).map {
      "\($0.name.lowercased()) (\(nutrient.text($0.per100Grams)))"
    }
    return "Per 100 g: \(TextFormat.list(Array(rows)))."
  }

  /// Returns everyday foods, the richest first.
  static func best(_ nutrient: Nutrient, _ foodLookup: FoodLookup, _ facts: Facts) -> [Food] {
    let rule = DietRule(facts)
    return PlanFood.all.map(\.name).filter(rule.allows).compactMap(foodLookup.food)
      .sorted { (nutrient.value($0.per100Grams), $1.name) > (nutrient.value($1.per100Grams), $0.name) }
  }
}
