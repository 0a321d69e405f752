import HealthModels

/// What is not known but has an amount, and so looks like food: an item of its own, that no nutrients are counted for.
enum UnknownFood {
  /// "Right" is only what it is called and, at best, what it weighs.
  private static let confidence = 0.1

  /// The item of a part in which no food was found; nil if it is told in the notes rather.
  ///
  /// - Parameter isAsked: whether the nearest known foods are looked for, which costs as much as reading many parts.
  static func item(_ part: Part, _ outcome: PartReader.Outcome, table: FoodTable, isAsked: Bool) -> ParsedItem? {
    let words = outcome.unknown.split(separator: " ").map(String.init)
    guard part.joint == .next || part.joint == .addition || part.joint == .correction, words.count <= 8,
      words.contains(where: isName), !words.contains(where: KnownWords.isNoFood),
      let amount = AmountMerge.merged(part.amounts), !amount.amount.isArticle || amount.unit != nil,
      // "Route 66": a number behind a name says nothing without a unit.
      amount.unit != nil || !amount.isTrailing
    else { return nil }
    let food = Food(name: PartReader.title(outcome.unknown), reference: "", per100Grams: .zero)
    let portion = PortionResolver(food: food).portion(
      value: amount.amount.value, unit: amount.unit ?? outcome.unit, size: outcome.size)
    let near = isAsked ? NearestNames(table: table).names(of: words, limit: 1).first : nil
    let notes =
      ["not a known food: no nutrients are counted for it"] + (near.map { ["did you mean \($0)?"] } ?? [])
      + [amount.amount.note].compactMap(\.self) + portion.notes
    return ParsedItem(
      name: food.name, label: outcome.unknown, quantityText: portion.unit.text(portion.value),
      quantityValue: portion.value, unit: portion.unit.displayName, grams: portion.grams, nutrients: .zero,
      confidence: confidence, notes: notes.joined(separator: "; "), kind: .food, reference: "")
  }

  private static func isName(_ word: String) -> Bool {
    word.utf8.count >= 3 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}
