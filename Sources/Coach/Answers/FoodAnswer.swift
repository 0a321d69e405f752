import HealthModels
import Nutrition

/// The answers to "How much protein is in 200 g chicken?" and "Is olive oil healthy?".
enum FoodAnswer {
  static func amount(_ nutrient: Nutrient?, _ items: [ParsedItem]) -> String {
    func figures(_ nutrients: Nutrients) -> String { nutrient?.text(nutrients) ?? nutrients.text("food.figures") }
    var sentences = items.prefix(8).map { "\(portion($0)): \(figures($0.nutrients))" }
    if items.count > 1 {
      sentences.append("together: \(figures(items.reduce(Nutrients.zero) { $0 + $1.nutrients }))")
    }
    let notes = items.map(\.notes).filter { !$0.isEmpty }.prefix(2)
    return Wording.join(
      sentences.joined(separator: "; ") + ".", notes.isEmpty ? nil : "(\(notes.joined(separator: "; ")).)")
  }

  static func healthy(_ item: ParsedItem, _ foodLookup: FoodLookup) -> String {
    guard let food = foodLookup.food(item.name) else { return amount(nil, [item]) }
    let claims = claims(food.per100Grams)
    let named = claims.isEmpty ? "" : Wording.text("food.claims", ["claims": claims])
    return Wording.join(
      Wording.text("food.healthy", ["food": food.name, "n": food.per100Grams, "claims": named]),
      Wording.find("advice." + food.name)
        ?? Wording.find("advice." + (food.name.hasSuffix("Oil") ? "oil" : food.category)),
      Wording.text("food.portion", ["portion": portion(item), "energy": item.nutrients.energyKilocalories]))
  }

  /// "200g of chicken breast", "1 medium banana (118 g)".
  private static func portion(_ item: ParsedItem) -> String {
    let weight = item.unit == "grams" ? "" : " (\(item.grams.text("g")))"
    let isSize =
      ["small", "medium", "large", "extra large", "mini"].contains(item.unit) || item.unit.hasSuffix(" size")
    return "\(item.quantityText) \(isSize ? "" : "of ")\(item.name.lowercased())\(weight)"
  }

  /// The nutrition claims that apply to figures of 100 g: Regulation (EC) No 1924/2006, annex, and for "high" fat and
  /// sugar the front-of-pack guide of the UK Department of Health (2016).
  private static func claims(_ figures: Nutrients) -> [String] {
    let claims = [
      ("high in protein", figures.protein >= 3 && figures.protein * 4 >= 0.2 * figures.energyKilocalories),
      ("high in fibre", figures.fiber >= 6), ("a source of fibre", (3..<6).contains(figures.fiber)),
      ("high in fat", figures.fat > 17.5), ("low in fat", figures.fat <= 3),
      ("high in sugar", figures.sugar > 22.5), ("low in sugar", figures.sugar <= 5),
    ]
    return claims.filter(\.1).map(\.0)
  }
}

/// The answers around logging from the chat.
extension Dialogue {
  mutating func confirm(_ meal: MealInWords) -> String {
    let items = foodLookup.serving(of: meal.text)
    guard !items.isEmpty else { return Wording.text("log.unread", ["text": String(meal.text.prefix(60))]) }
    state.pendingMeal = meal
    state.offer = .log
    return Wording.text("log.ask", ["figures": FoodAnswer.amount(nil, items), "meal": meal.mealType])
  }

  mutating func log() -> String {
    reply.meal = before.pendingMeal
    return reply.meal.map { Wording.text("log.done", ["meal": $0.mealType, "text": $0.text]) } ?? Wording.text("no.log")
  }
}
