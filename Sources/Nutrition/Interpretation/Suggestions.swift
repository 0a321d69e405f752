/// The failure for a text in which no food was recognised.
enum Suggestions {
  private static let general = [
    "Name the food plainly, for example 'chicken breast' or 'brown rice'",
    "Give amounts, for example '120g', '1 cup' or '2 slices'", "Separate foods by commas",
  ]

  /// - Parameter unknown: the phrases that were not understood; empty if the text has no words.
  static func failure(unknown: [String], text: String, table: FoodTable) -> MealParse {
    guard !unknown.isEmpty else { return .failure(reason: "The text names no food.", suggestions: general) }
    let words = unknown.flatMap { $0.split(separator: " ").map(String.init) }
    let near = NearestNames(table: table).names(of: words, limit: 3)
    let question = near.isEmpty ? [] : ["Did you mean \(near.map { "'\($0)'" }.joined(separator: ", "))?"]
    return .failure(reason: "No known food in \"\(text.prefix(80))\".", suggestions: question + general)
  }
}
