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

  /// Parses a text; nil if it names no unit, or a weight.
  ///
  /// - Parameter name: name of the food: "2 cookies" of "Butter Cookies" are two pieces.
  package init?(_ text: String, of name: String) {
    let folded = String(text.prefix(120)).lowercased()
    var rest = folded.drop { $0 == " " }
    count = Self.takeNumber(&rest) ?? 1
    rest = rest.drop { $0 == " " }
    guard count > 0, count <= 1000, rest.first?.isLetter == true else { return nil }
    // Brackets contain the size of the unit.
    let words = rest.prefix { $0 != "(" }.split { !($0.isASCII && $0.isLetter) }.prefix(4).map(String.init)
    guard let found = Self.unit(words, of: name) else { return nil }
    unit = found
  }

  private static func unit(_ words: [String], of name: String) -> MeasureUnit? {
    guard let first = words.first else { return nil }
    if words.count > 1, first == "fl" || first == "fluid", ["oz", "ounce", "ounces"].contains(words[1]) {
      return .fluidOunce
    }
    if let unit = MeasureUnit(spelling: first) {
      guard unit.grams == nil else { return nil }
      guard unit.isSize, words.count > 1, let second = MeasureUnit(spelling: words[1]), !second.isSize else {
        return unit
      }
      // "A slice" means a medium one, not a small one.
      return unit == .medium && second.grams == nil ? second : nil
    }
    if first == "quantity" || first == "racc" { return .serving }
    let stems = Set(Tokenizer.keyStems(name) + ["fruit", "vegetabl", "each", "unit"])
    return stems.contains(Stemmer.stem(first)) ? .piece : nil
  }

  /// Takes "1", "0.5", "1/2" or "1 1/2" from the beginning.
  private static func takeNumber(_ text: inout Substring) -> Double? {
    guard var value = takeFraction(&text) else { return nil }
    var rest = text.drop { $0 == " " }
    if value == value.rounded(), let part = takeFraction(&rest), part < 1 {
      value += part
      text = rest
    }
    return value
  }

  private static func takeFraction(_ text: inout Substring) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "/") }
    let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first.flatMap({ Double($0) }) else { return nil }
    let second = parts.count == 2 ? Double(parts[1]) : 1
    guard let second, second > 0, first.isFinite else { return nil }
    text = text.dropFirst(digits.count)
    return first / second
  }
}

extension MeasureUnit {
  /// The unit that a word spells, ignoring case ("Tbsp", "slices"), if any.
  package static func named(_ word: String) -> MeasureUnit? { MeasureUnit(spelling: word.lowercased()) }

  /// Display name of the unit in an item: "grams", "milliliters", otherwise the singular.
  package var name: String { displayName }

  /// Whether the unit is a weight, so that no gram weight of the food is needed.
  package var isWeight: Bool { grams != nil }
}
