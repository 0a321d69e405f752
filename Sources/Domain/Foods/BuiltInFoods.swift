import Nutrition

/// The foods of the built-in table with an id for URLs, the slug of the name.
enum BuiltInFoods {
  /// Positions in the table by id; of two foods with one slug the first.
  private static let positions: [String: Int] = {
    var positions: [String: Int] = [:]
    for (position, food) in FoodTable.builtIn.foods.enumerated() {
      let slug = slug(food.name)
      positions[slug] = positions[slug] ?? position
    }
    return positions
  }()

  /// The food with an id.
  static func find(_ id: String) -> FoodDetails? { positions[id].map { details(FoodTable.builtIn.foods[$0]) } }

  /// The positions of the foods that a search finds, the best first; without words all, in the order of their names.
  /// Linear in the size of the table.
  static func positions(_ query: FoodQuery) -> [Int] {
    query.words.isEmpty ? Array(FoodTable.builtIn.foods.indices) : FoodTable.builtIn.positions(query)
  }

  /// The food at a position of the table.
  static func details(at position: Int) -> FoodDetails { details(FoodTable.builtIn.foods[position]) }

  private static func details(_ food: Food) -> FoodDetails {
    var facts = FoodFacts(name: food.name, per100Grams: food.per100Grams)
    facts.category = food.category
    facts.kind = food.kind
    facts.servingMeasure = food.servingMeasure
    facts.servingGrams = food.servingGrams
    facts.measures = food.measures
    facts.density = food.density
    return FoodDetails(
      id: slug(food.name), origin: .builtIn, facts: facts, aliases: food.aliases, reference: food.reference)
  }

  /// Lower-case ASCII letters and digits; runs of other characters become one dash.
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
