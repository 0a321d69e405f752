/// Weights of whole foods that are eaten in pieces: birds, pizzas, cakes, loaves.
enum WholeFood {
  private static let slicesPerLoaf = 18.0

  /// Grams of one whole food or loaf, without refuse (bones); nil if unknown.
  static func grams(_ food: Food, _ unit: MeasureUnit, _ size: MeasureUnit?) -> Double? {
    guard unit == .loaf else { return wholeGrams(food, size) ?? pieceGrams(food) }
    let slices = (size?.scale ?? 1) < 1 ? 3 : slicesPerLoaf
    return food.category == "bread" ? food.measures[.slice].map { $0 * slices } : nil
  }

  /// Gram weight of the food's own measure for one: a piece larger than a slice, or a size.
  private static func pieceGrams(_ food: Food) -> Double? {
    let piece = food.measures[.piece].flatMap { $0 > food.measures[.slice] ?? 0 ? $0 : nil }
    return piece ?? food.measures[.medium] ?? food.measures[.head] ?? food.measures[.large]
  }

  /// Grams of a whole that is far more than a piece: a bird, a pizza, a cake.
  static func wholeGrams(_ food: Food, _ size: MeasureUnit? = nil) -> Double? {
    if isCutInSlices(food) { return size.flatMap { food.measures[$0] } ?? food.measures[.small] }
    let words = Tokenizer.tokens(food.name).compactMap(\.text)
    switch food.category {
    case "sweet", "dish":
      guard words.last?.has(.cake) == true, !words.contains(where: { $0.has(.smallCake) }),
        let piece = food.measures[.slice] ?? food.measures[.piece], (60...250).contains(piece)
      else { return nil }
      return piece * 8
    case "meat":
      if words.contains(where: { $0.has(.cut) }) { return nil }
      return birds.first { bird in bird.words.allSatisfy(words.contains) }?.grams
    default: return nil
    }
  }

  /// Whether a piece of the food is a slice and the whole has sizes, as with pizza.
  private static func isCutInSlices(_ food: Food) -> Bool {
    guard let piece = food.measures[.piece], let small = food.measures[.small] else { return false }
    return piece == food.measures[.slice] && small > 2 * piece
  }

  /// Whether a count always means whole foods: "a pizza", "a whole chicken".
  static func isCountedWhole(_ food: Food) -> Bool { isCutInSlices(food) || food.name.hasPrefix("Whole ") }

  /// Grams of roasted birds without refuse (USDA SR), the longest names first.
  private static let birds = Lexicon.keys("bird").map { name, grams in
    (words: name.split(separator: " ").map(String.init), grams: Double(grams))
  }.sorted { $0.words.count > $1.words.count }
}
