import Nutrition

/// The built-in table as it is shown: every food under a name that can stand in an address.
enum BuiltInFoods {
  private static let positions: [String: Int] = {
    var positions: [String: Int] = [:]
    for (position, food) in FoodTable.builtIn.foods.enumerated() {
      let slug = slug(food.name)
      positions[slug] = positions[slug] ?? position
    }
    return positions
  }()

  /// All of them, by name.
  static var all: [ShownFood] { FoodTable.builtIn.foods.map(shown) }

  static func find(_ id: String) -> ShownFood? { positions[id].map { shown(FoodTable.builtIn.foods[$0]) } }

  /// Those whose name or an alias has every word; costs the size of the table.
  static func search(_ words: [String]) -> [ShownFood] {
    FoodTable.builtIn.search(words: words, limit: .max).map(shown)
  }

  private static func shown(_ food: Food) -> ShownFood {
    var facts = FoodFacts(name: food.name, per100Grams: food.per100Grams)
    facts.category = food.category
    facts.kind = food.kind
    facts.servingMeasure = food.servingMeasure
    facts.servingGrams = food.servingGrams
    facts.measures = food.measures
    facts.density = food.density
    return ShownFood(
      id: slug(food.name), origin: .builtIn, facts: facts, aliases: food.aliases, reference: food.reference)
  }

  /// Lower-case letters and digits, everything else a single dash.
  private static func slug(_ name: String) -> String {
    var slug = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += scalar.properties.lowercaseMapping
      case "'", "\u{2019}": break
      default: if !slug.hasSuffix("-") { slug += "-" }
      }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug
  }
}
