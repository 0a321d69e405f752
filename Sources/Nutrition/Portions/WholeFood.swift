/// Weights of whole foods that are eaten in pieces: birds, pizzas, cakes, loaves.
enum WholeFood {
  /// Grams of one whole food or loaf, without refuse (bones); nil if unknown.
  static func grams(_ food: Food, _ unit: MeasureUnit, _ size: MeasureUnit?) -> Double? {
    if unit == .loaf {
      let isSmall = size == .small || size == .mini || size == .personal
      return food.category == "bread" ? food.measures[.slice].map { $0 * (isSmall ? 3 : slicesPerLoaf) } : nil
    }
    return wholeGrams(food) ?? pieceGrams(food)
  }

  /// Gram weight of the food's own measure for one: a piece larger than a slice, or a size.
  static func pieceGrams(_ food: Food) -> Double? {
    let piece = food.measures[.piece].flatMap { $0 > food.measures[.slice] ?? 0 ? $0 : nil }
    return piece ?? food.measures[.medium] ?? food.measures[.head] ?? food.measures[.large]
  }

  /// Grams of a whole that is far more than a piece: a bird, a pizza, a cake.
  static func wholeGrams(_ food: Food) -> Double? {
    if isCutInSlices(food) { return food.measures[.small] }
    let words = Tokenizer.keyStems(food.name)
    if food.category == "sweet" || food.category == "dish" { return cakeGrams(food, words) }
    guard food.category == "meat" else { return nil }
    guard words.allSatisfy({ $0 != "ground" && !cuts.contains($0) }) else { return nil }
    return birds.first { bird in bird.words.allSatisfy(words.contains) }?.grams
  }

  /// Grams of a cake or pie, whose piece is an eighth.
  private static func cakeGrams(_ food: Food, _ words: [String]) -> Double? {
    guard let last = words.last, cakes.contains(last), !words.contains(where: smallCakes.contains),
      let piece = food.measures[.slice] ?? food.measures[.piece], (60...250).contains(piece)
    else { return nil }
    return piece * 8
  }

  /// Grams of a slice of a cake or pie that only has a weight for the whole.
  static func sliceGrams(_ food: Food) -> Double? {
    guard food.category == "sweet" || food.category == "dish", let whole = food.measures[.piece], whole > 400,
      food.measures[.slice] == nil, let last = Tokenizer.keyStems(food.name).last, cakes.contains(last)
    else { return nil }
    return whole / 8
  }

  private static let cakes = Set(["cake", "pie", "cheesecake", "quiche"].map(Stemmer.stem))
  private static let smallCakes = Set(
    ["rice", "crab", "fish", "snack", "individual", "fast", "fried", "mini", "pot", "whoopie", "funnel", "cup", "moon"]
      .map(Stemmer.stem))

  /// Whether a piece of the food is a slice and the whole has sizes, as with pizza.
  static func isCutInSlices(_ food: Food) -> Bool {
    guard let piece = food.measures[.piece], piece == food.measures[.slice], let small = food.measures[.small] else {
      return false
    }
    return small > 2 * piece
  }

  /// Whether a count always means whole foods: "a pizza", "a whole chicken".
  static func isCountedWhole(_ food: Food) -> Bool { isCutInSlices(food) || food.name.hasPrefix("Whole ") }

  private static let slicesPerLoaf = 18.0

  /// Grams of roasted birds without refuse (USDA SR).
  private static let birds: [(words: [String], grams: Double)] = [
    (["cornish", "hen"], 305), (["chicken"], 600), (["roast", "duck"], 764), (["duck"], 440), (["goos"], 1548),
    (["turkey"], 3812),
  ]

  private static let cuts: Set<String> = Set(
    [
      "breast", "thigh", "wing", "drumstick", "leg", "tender", "nugget", "patty", "liver", "gizzard", "neck", "back",
      "heart",
      "skin", "strip", "sausage", "bacon", "ham", "salami", "meatball", "roll", "loaf", "burger", "fried", "coated",
      "jerky",
      "deli", "luncheon", "egg", "foot", "feet", "tail", "cutlet", "fillet", "popcorn", "finger",
    ].map(Stemmer.stem))
}
