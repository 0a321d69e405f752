import Nutrition

/// Whether two names of a food mean the same, for scoring.
enum NameMatch {
  /// Equal but for case, accents, punctuation, and plurals.
  static func isSame(_ left: String, _ right: String) -> Bool { words(left) == words(right) }

  /// How much of the shorter name is in the other one, 0...1.
  static func likeness(_ left: String, _ right: String) -> Double {
    let (left, right) = (Set(words(left)), Set(words(right)))
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    return Double(left.intersection(right).count) / Double(min(left.count, right.count))
  }

  private static func words(_ name: String) -> [String] { FoodName.stems(name) }
}
