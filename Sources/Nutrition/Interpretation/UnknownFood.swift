import HealthModels

/// Unknown words with a quantity, which are probably a food: an item with its weight and no nutrients.
enum UnknownFood {
  /// Only the name and at best the weight can be right.
  private static let confidence = 0.1

  /// The item of a segment in which no food was found; nil if a note says it better. Suggestions of names cost much.
  static func item(
    _ segment: Segment, _ outcome: SegmentReader.Outcome, table: FoodTable, suggestsNames: Bool
  ) -> ParsedItem? {
    let words = outcome.unknown.split(separator: " ").map(String.init)
    guard segment.connector == .next || segment.connector == .addition || segment.connector == .correction,
      words.count <= 8, words.contains(where: isName), !words.contains(where: { $0.has(.nonfood) }),
      let quantity = QuantityMerge.merged(segment.quantities), !quantity.amount.isArticle || quantity.unit != nil,
      // "Route 66": a number after a name is no quantity without a unit.
      quantity.unit != nil || !quantity.isTrailing
    else { return nil }
    let food = Food(name: SegmentReader.title(outcome.unknown), reference: "", per100Grams: .zero)
    let portion = PortionResolver(food: food).portion(
      value: quantity.amount.value, unit: quantity.unit ?? outcome.unit, size: outcome.size)
    let near = suggestsNames ? NearestNames(table: table).names(of: words, limit: 1).first : nil
    let notes = ["not a known food: no nutrients are counted for it"] + (near.map { ["did you mean \($0)?"] } ?? [])
    var item = ParsedItem(food, portion, quantity.amount, label: outcome.unknown, notes: notes)
    item.confidence = confidence
    return item
  }

  private static func isName(_ word: String) -> Bool {
    word.utf8.count >= 3 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}
