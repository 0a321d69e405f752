/// What all of an animal, a pizza or a loaf weighs, of which a piece is only a part.
enum WholeFood {
  /// The weight of one, without bones; nil where nothing is known.
  static func grams(_ food: Food, _ unit: MeasureUnit, _ size: MeasureUnit?) -> Double? {
    if unit == .loaf {
      let isSmall = size == .small || size == .mini || size == .personal
      return food.category == "bread" ? food.measures[.slice].map { $0 * (isSmall ? 3 : slicesOfALoaf) } : nil
    }
    return known(food) ?? own(food)
  }

  /// The food's own weight of one: a piece that is more than a slice.
  static func own(_ food: Food) -> Double? {
    let piece = food.measures[.piece].flatMap { $0 > food.measures[.slice] ?? 0 ? $0 : nil }
    return piece ?? food.measures[.medium] ?? food.measures[.head] ?? food.measures[.large]
  }

  /// The weight of a whole where it is far more than a piece: a bird, a pizza.
  static func known(_ food: Food) -> Double? {
    if isCutInSlices(food) { return food.measures[.small] }
    let words = Tokenizer.keyStems(food.name)
    if food.category == "sweet" || food.category == "dish" { return cake(food, words) }
    guard food.category == "meat" else { return nil }
    guard words.allSatisfy({ $0 != "ground" && !cuts.contains($0) }) else { return nil }
    return birds.first { bird in bird.words.allSatisfy(words.contains) }?.grams
  }

  /// A cake or pie, of which a piece is an eighth.
  private static func cake(_ food: Food, _ words: [String]) -> Double? {
    guard let last = words.last, cakes.contains(last), !words.contains(where: smallCakes.contains),
      let piece = food.measures[.slice] ?? food.measures[.piece], (60...250).contains(piece)
    else { return nil }
    return piece * 8
  }

  /// What a slice weighs of a cake or pie that only has a weight for all of it.
  static func slice(_ food: Food) -> Double? {
    guard food.category == "sweet" || food.category == "dish", let whole = food.measures[.piece], whole > 400,
      food.measures[.slice] == nil, let last = Tokenizer.keyStems(food.name).last, cakes.contains(last)
    else { return nil }
    return whole / 8
  }

  private static let cakes = Set(["cake", "pie", "cheesecake", "quiche"].map(Stemmer.stem))
  private static let smallCakes = Set(
    ["rice", "crab", "fish", "snack", "individual", "fast", "fried", "mini", "pot", "whoopie", "funnel", "cup", "moon"]
      .map(Stemmer.stem))

  /// A pizza: its piece is a slice, and it comes in sizes.
  static func isCutInSlices(_ food: Food) -> Bool {
    guard let piece = food.measures[.piece], piece == food.measures[.slice], let small = food.measures[.small] else {
      return false
    }
    return small > 2 * piece
  }

  /// Whether a count can mean nothing else: "a pizza", "a whole chicken".
  static func isOnlyWhole(_ food: Food) -> Bool { isCutInSlices(food) || food.name.hasPrefix("Whole ") }

  private static let slicesOfALoaf = 18.0

  /// Roasted, without bones (USDA SR).
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
