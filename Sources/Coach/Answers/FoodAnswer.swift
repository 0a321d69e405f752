import HealthModels
import Nutrition

/// The answers to "How much protein is in 200 g chicken?" and "Is olive oil healthy?".
enum FoodAnswer {
  static let source = "USDA FoodData Central"

  static func amount(_ nutrient: Nutrient?, _ items: [ParsedItem]) -> String {
    var sentences = items.prefix(8).map { item in
      let figures = nutrient.map { $0.text(item.nutrients) } ?? all(item.nutrients)
      return "\(portion(item)): \(figures)"
    }
    if items.count > 1 {
      let total = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
      sentences.append("together: \(nutrient.map { $0.text(total) } ?? all(total))")
    }
    let notes = items.compactMap { $0.notes.isEmpty ? nil : $0.notes }.prefix(2)
    return sentences.joined(separator: "; ") + "." + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")).)")
  }

  static func healthy(_ item: ParsedItem, _ foodLookup: FoodLookup) -> String {
    guard let food = foodLookup.food(item.name) else { return amount(nil, [item]) }
    var text = "No single food is healthy or unhealthy by itself; the whole week counts. "
    let marks = NutritionClaims(food.per100Grams).marks
    text += "\(food.name): 100 g have \(all(food.per100Grams))"
    text += marks.isEmpty ? ". " : ", which makes it \(TextFormat.list(marks)) (\(NutritionClaims.source)). "
    if let advice = CategoryAdvice.text(food) { text += advice + " " }
    text += "A usual portion, \(portion(item)), has \(TextFormat.kilocalories(item.nutrients.energyKilocalories))."
    return text
  }

  static func all(_ nutrients: Nutrients) -> String {
    "\(TextFormat.kilocalories(nutrients.energyKilocalories)), \(TextFormat.grams(nutrients.protein)) of protein, "
      + "\(TextFormat.grams(nutrients.carbohydrate)) of carbohydrate (\(TextFormat.grams(nutrients.sugar)) sugar, "
      + "\(TextFormat.grams(nutrients.fiber)) fibre) and \(TextFormat.grams(nutrients.fat)) of fat"
  }

  /// "200g of chicken breast", "1 medium banana (118 g)".
  static func portion(_ item: ParsedItem) -> String {
    let isWeight = item.unit == "grams"
    let weight = isWeight ? "" : " (\(TextFormat.grams(item.grams)))"
    let isSize =
      ["small", "medium", "large", "extra large", "mini"].contains(item.unit) || item.unit.hasSuffix(" size")
    return "\(item.quantityText) \(isSize ? "" : "of ")\(item.name.lowercased())\(weight)"
  }
}

/// The nutrition claims that apply to a food.
///
/// Limits per 100 g: Regulation (EC) No 1924/2006, annex, and for "high" fat and sugar the front-of-pack guide of the UK
/// Department of Health (2016).
struct NutritionClaims {
  static let source = "limits of EU Regulation 1924/2006 and the UK front-of-pack guide"

  private let figures: Nutrients

  init(_ per100Grams: Nutrients) { figures = per100Grams }

  var marks: [String] {
    var marks: [String] = []
    let proteinShare = figures.energyKilocalories > 0 ? figures.protein * 4 / figures.energyKilocalories : 0
    if proteinShare >= 0.2, figures.protein >= 3 { marks.append("high in protein") }
    if figures.fiber >= 6 {
      marks.append("high in fibre")
    } else if figures.fiber >= 3 {
      marks.append("a source of fibre")
    }
    if figures.fat > 17.5 { marks.append("high in fat") } else if figures.fat <= 3 { marks.append("low in fat") }
    if figures.sugar > 22.5 {
      marks.append("high in sugar")
    } else if figures.sugar <= 5 {
      marks.append("low in sugar")
    }
    return marks
  }
}

/// The advice of guidelines on a category of foods.
enum CategoryAdvice {
  static func text(_ food: Food) -> String? {
    if food.name.hasSuffix("Oil") { return oils[food.name] ?? otherOils }
    return byCategory[food.category]
  }

  private static let otherOils = """
    Plant oils are mostly unsaturated; replacing saturated fat by them lowers LDL cholesterol (WHO guideline on fats, 2023).
    """

  private static let oils = [
    "Olive Oil": """
    Its fat is mostly monounsaturated. Replacing butter or other saturated fat by it lowers LDL cholesterol (WHO \
    guideline on fats, 2023), but it is dense: a tablespoon is about 120 kcal.
    """,
    "Coconut Oil": """
    Its fat is over 80 % saturated and raises LDL cholesterol compared with other plant oils (Neelakantan et al., \
    Circulation 2020;141:803-14).
    """,
  ]

  private static let byCategory = [
    "vegetable": "Vegetables and fruit together should reach at least 400 g a day (WHO, Healthy diet, 2020).",
    "fruit":
      "Whole fruit counts toward the 400 g of fruit and vegetables a day that WHO recommends (Healthy diet, 2020).",
    "legume":
      "Pulses are recommended as a regular source of protein and fibre (Dietary Guidelines for Americans 2020-2025).",
    "nut":
      "About 30 g of unsalted nuts a day go with a lower risk of heart disease (Aune et al., BMC Medicine 2016;14:207).",
    "fish": "Two portions of fish a week, one of them oily, are recommended (NHS, Fish and shellfish, 2022).",
    "grain": "At least half of the grains should be whole grains (Dietary Guidelines for Americans 2020-2025).",
    "bread": "At least half of the grains should be whole grains (Dietary Guidelines for Americans 2020-2025).",
    "sweet": "Free sugars should stay below 10 %, better 5 %, of the day's energy (WHO, Sugars intake, 2015).",
    "snack": "Salt should stay below 5 g a day (WHO, Sodium reduction, 2023); snacks are a main source.",
    "fat": "Saturated fat should stay below 10 % of the day's energy (WHO guideline on fats, 2023).",
    "dairy":
      "Dairy brings calcium and protein; unsweetened kinds are the better everyday choice (Dietary Guidelines for Americans 2020-2025).",
  ]
}
