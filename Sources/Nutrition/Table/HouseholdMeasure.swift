import TextModels

/// A household measure as labels and FoodData Central spell it: "1 cup, chopped", "2 Tbsp", "3 COOKIES (30 g)".
package struct HouseholdMeasure: Hashable, Sendable {
  /// Number of units, more than 0 and at most 1000.
  package var count: Double
  /// The unit, never a weight.
  package var unit: MeasureUnit

  /// Combines count and unit.
  package init(count: Double, unit: MeasureUnit) {
    self.count = count
    self.unit = unit
  }

  /// Parses a text; nil if it names no unit, or a weight. "2 cookies" of "Butter Cookies" are two pieces.
  package init?(_ text: String, of name: String) {
    let text = text.prefix(120).drop { $0 == " " }
    guard text.first.map({ $0.isLetter || $0.isNumber || $0 == "." }) == true else { return nil }
    // Brackets contain the size of the unit.
    let tokens = Array(Tokenizer.tokens(String(text)).prefix { $0 != .open })
    let (amount, next) = AmountReader(tokens: tokens).amount(at: 0) ?? (Amount(value: 1), 0)
    guard amount.value > 0, amount.value <= 1000, tokens.word(next) != nil,
      let unit = Self.unit(tokens[next...].prefix(4).compactMap(\.text), of: name)
    else { return nil }
    (count, self.unit) = (amount.value, unit)
  }

  private static func unit(_ words: [String], of name: String) -> MeasureUnit? {
    guard let first = words.first else { return nil }
    if words.count > 1, let pair = UnitLexicon.pairs[first + " " + words[1]] { return pair }
    if let unit = MeasureUnit(spelling: first) {
      guard unit.grams == nil else { return nil }
      guard unit.isSize, words.count > 1, let size = MeasureUnit(spelling: words[1]), !size.isSize else { return unit }
      // "A slice" means a medium one, not a small one.
      return unit == .medium && size.grams == nil ? size : nil
    }
    if first == "quantity" || first == "racc" { return .serving }
    let stems = Set(Tokenizer.keyStems(name) + ["fruit", "vegetabl", "each", "unit"])
    return stems.contains(Stemmer.stem(first)) ? .piece : nil
  }
}

extension MeasureUnit {
  /// The unit that a word spells, ignoring case ("Tbsp", "slices"), if any.
  package static func named(_ word: String) -> MeasureUnit? { MeasureUnit(spelling: word.lowercased()) }

  /// Whether the unit is a weight, so that no gram weight of the food is needed.
  package var isWeight: Bool { grams != nil }
}
