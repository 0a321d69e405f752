/// Reads the unit after an amount.
struct UnitReader {
  let context: TokenContext

  /// The unit at `index` and the position after it; no unit if the word begins a longer name ("2 bar snacks").
  ///
  /// - Parameter isFirst: whether nothing before the amount names a food.
  func unit(at index: Int, isFirst: Bool) -> (MeasureUnit?, Int) {
    guard let word = context.word(index) else { return (nil, index) }
    if let second = context.word(index + 1) {
      if let pair = UnitLexicon.pairs[word + " " + second], isUnit(index, index + 2) {
        // "an extra large slice": the size stays a word of the segment.
        let isOfUnit = pair.isSize && context.word(index + 2).flatMap { MeasureUnit(spelling: $0) }?.isSize == false
        return isOfUnit ? (nil, index) : (pair, index + 2)
      }
      if Self.adjectives.contains(word), let unit = MeasureUnit(spelling: second), !unit.isSize {
        return (unit, index + 2)
      }
    }
    guard let unit = MeasureUnit(spelling: word) ?? misspelled(word, at: index) else { return (nil, index) }
    if let match = context.longestMatch(at: index), match.length > 1, !unit.isSize, !isOf(index + 1) {
      return (nil, index)
    }
    // "6 cloves": without another food the text means the spice.
    if isFirst, context.isEnd(index + 1), unit.grams == nil, unit.milliliters == nil,
      context.longestMatch(at: index, upTo: index + 1) != nil
    {
      return (nil, index)
    }
    // "2 large slices": the size stays a word of the segment.
    if unit.isSize { return (nil, index) }
    return (unit, index + 1)
  }

  /// The size before a unit, "medium" of "a medium wedge of melon", and the position after it.
  func size(at index: Int) -> (SegmentWord?, Int) {
    guard let word = context.word(index), let next = context.word(index + 1),
      MeasureUnit(spelling: word)?.isSize == true, let unit = MeasureUnit(spelling: next), !unit.isSize, isOf(index + 2)
    else { return (nil, index) }
    return (SegmentWord(text: word, stem: context.stems[index]), index + 1)
  }

  private func isOf(_ index: Int) -> Bool { index < context.tokens.count && context.tokens[index] == .word("of") }

  /// "2 wegdes of melon", "2 tabelspoons honey": an unknown word before "of" or a food.
  private func misspelled(_ word: String, at index: Int) -> MeasureUnit? {
    guard index + 1 < context.tokens.count,
      isOf(index + 1) || word.utf8.count >= 7 && context.longestMatch(at: index + 1) != nil,
      context.table.number(of: context.stems[index]) == nil, !Lexicon.isNarration(word),
      !Lexicon.isDescriptor(word)
    else { return nil }
    return MeasureUnit(nearly: word)
  }

  /// Whether two words are a unit rather than a food: "a juice box of apple juice", not "a juice box".
  private func isUnit(_ start: Int, _ end: Int) -> Bool {
    isOf(end) || (context.longestMatch(at: start, upTo: end)?.length ?? 0) < 2
  }

  private static let adjectives: Set<String> = [
    "heaped", "heaping", "level", "rounded", "scant", "generous", "full", "big", "good",
  ]
}
