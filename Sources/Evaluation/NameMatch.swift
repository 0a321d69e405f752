import Nutrition

/// Comparison of food names for scoring.
enum NameMatch {
  /// Whether the names are equal except for case, accents, punctuation and plurals.
  static func isSame(_ left: String, _ right: String) -> Bool { words(left) == words(right) }

  /// Share of the shorter name's words that the other name has, 0...1.
  static func likeness(_ left: String, _ right: String) -> Double {
    let (left, right) = (Set(words(left)), Set(words(right)))
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    return Double(left.intersection(right).count) / Double(min(left.count, right.count))
  }

  private static func words(_ name: String) -> [String] { FoodName.stems(name) }
}
