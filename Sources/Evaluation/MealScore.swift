import HealthModels
import Nutrition

/// The errors of one parsed meal.
struct MealScore: Sendable {
  let meal: MealCase
  /// The parsed items; empty if the parser failed.
  let items: [ParsedItem]
  /// Pairs of true and parsed items with matching names, as positions in `meal.items` and `items`.
  let pairs: [(truth: Int, read: Int)]

  init(_ meal: MealCase, _ parse: MealParse) {
    self.meal = meal
    if case .items(let items) = parse { self.items = items } else { items = [] }
    pairs = Self.pairs(meal.items, items)
  }

  var isCompleted: Bool { !items.isEmpty }

  var figures: NutrientFigures {
    let sum = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
    return NutrientFigures(
      energy: sum.energyKilocalories, protein: sum.protein, carbohydrate: sum.carbohydrate, fat: sum.fat)
  }

  /// Absolute errors in the order of `NutrientFigures.names`.
  var errors: [Double] { zip(figures.all, meal.truth.all).map { abs($0 - $1) } }

  /// Relative errors; nil if the true value is 0.
  var relativeErrors: [Double?] { zip(errors, meal.truth.all).map { $1 > 0 ? $0 / $1 : nil } }

  var isCarbohydrateRight: Bool { isCompleted && errors[2] <= 7.5 }

  /// Whether the energy is within 20 %, or within 5 kcal for tiny meals.
  var isEnergyRight: Bool { isCompleted && errors[0] <= max(5, meal.truth.energy * 0.2) }

  /// Number of true items with a parsed item of the same name and weight within 20 %.
  var weighed: Int { pairs.filter { isWeighed(truth: $0.truth, read: $0.read) }.count }

  /// The confidence of each item and whether it was right. A single item without a true one is judged by the energy.
  var observations: [Calibration.Observation] {
    if meal.items.count <= 1, items.count == 1 {
      return [Calibration.Observation(confidence: items[0].confidence, isRight: isEnergyRight)]
    }
    guard !meal.items.isEmpty else { return [] }
    return items.indices.map { index in
      let pair = pairs.first { $0.read == index }
      let isRight = pair.map { isWeighed(truth: $0.truth, read: $0.read) } ?? false
      return Calibration.Observation(confidence: items[index].confidence, isRight: isRight)
    }
  }

  private func isWeighed(truth: Int, read: Int) -> Bool {
    abs(items[read].grams - meal.items[truth].grams) <= meal.items[truth].grams * 0.2
  }

  /// Pairs the most similar names first; each item once.
  private static func pairs(_ truth: [MealCase.Item], _ items: [ParsedItem]) -> [(truth: Int, read: Int)] {
    var ranked: [(likeness: Double, truth: Int, read: Int)] = []
    for (position, item) in truth.enumerated() {
      for (index, read) in items.enumerated() {
        let likeness = max(NameMatch.likeness(item.name, read.name), NameMatch.likeness(item.name, read.label))
        if likeness >= 0.5 { ranked.append((likeness, position, index)) }
      }
    }
    var pairs: [(truth: Int, read: Int)] = []
    for pair in ranked.sorted(by: { ($1.likeness, $0.truth, $0.read) < ($0.likeness, $1.truth, $1.read) })
    where !pairs.contains(where: { $0.truth == pair.truth || $0.read == pair.read }) {
      pairs.append((pair.truth, pair.read))
    }
    return pairs
  }
}
