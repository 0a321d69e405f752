/// Advice for a text in which no food was recognised.
struct Suggestions {
  private static let maxWords = 12

  let table: FoodTable

  /// - Parameters:
  ///   - unknown: the stretches of text that were not understood; empty when there were no words at all.
  ///   - text: what was typed.
  func failure(unknown: [String], text: String) -> MealParse {
    guard !unknown.isEmpty else {
      return .failure(reason: "The text names no food.", suggestions: general)
    }
    let near = nearest(unknown)
    let question = near.isEmpty ? [] : ["Did you mean \(near.map { "'\($0)'" }.joined(separator: ", "))?"]
    return .failure(
      reason: "No known food in \"\(text.prefix(80))\".", suggestions: question + general)
  }

  private var general: [String] {
    [
      "Name the food plainly, for example 'chicken breast' or 'brown rice'",
      "Give amounts, for example '120g', '1 cup' or '2 slices'",
      "Separate foods by commas",
    ]
  }

  /// Up to three foods whose names hold a word like one that was typed.
  private func nearest(_ unknown: [String]) -> [String] {
    let words = unknown.flatMap { $0.split(separator: " ") }.prefix(Self.maxWords).map {
      Array(Stem.of(String($0)).utf8)
    }
    var ranked: [(distance: Int, name: String)] = []
    for food in table.foods {
      let stems = Tokeniser.keyStems(food.name).map { Array($0.utf8) }
      let distances = words.flatMap { word in stems.compactMap { Self.distance(word, $0) } }
      if let best = distances.min() { ranked.append((best * 4 + stems.count, food.name)) }
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func distance(_ word: [UInt8], _ stem: [UInt8]) -> Int? {
    guard word.count >= 3, stem.count >= 3 else { return nil }
    if word.count >= 4, stem.starts(with: word) || (stem.count >= 4 && word.starts(with: stem)) { return 1 }
    return EditDistance.between(word, stem, limit: word.count >= 6 ? 2 : 1)
  }
}
