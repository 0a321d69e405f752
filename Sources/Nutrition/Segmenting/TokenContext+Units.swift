extension TokenContext {
  /// The unit after an amount at `index` and the position after it; no unit if the word begins a longer name ("2 bar
  /// snacks"). A size stays a word of the segment ("2 large slices").
  func unitAfterAmount(at index: Int) -> (MeasureUnit?, Int) {
    guard let first = tokens.word(index) else { return (nil, index) }
    if let second = tokens.word(index + 1), let pair = UnitLexicon.pairs[first + " " + second],
      isOf(index + 2) || (longestMatch(at: index, upTo: index + 2)?.length ?? 0) < 2
    {
      return pair.isSize && tokens.unit(index + 2)?.isSize == false ? (nil, index) : (pair, index + 2)
    }
    // "a whole cup of rice"
    if tokens.unit(index) == .whole, isOf(index + 2), let unit = tokens.unit(index + 1) { return (unit, index + 2) }
    guard let unit = tokens.unit(index) ?? misspelled(first, at: index), !unit.isSize,
      isOf(index + 1) || longestMatch(at: index)?.length ?? 0 < 2
    else { return (nil, index) }
    return (unit, index + 1)
  }

  /// Whether the token at `index` is the word "of".
  func isOf(_ index: Int) -> Bool { tokens.word(index) == "of" }

  /// "2 wegdes of melon", "2 tabelspoons honey": an unknown word before "of" or a food.
  private func misspelled(_ word: String, at index: Int) -> MeasureUnit? {
    guard index + 1 < tokens.count, isOf(index + 1) || word.utf8.count >= 7 && longestMatch(at: index + 1) != nil,
      table.number(of: stems[index]) == nil, !word.has(.narration), !word.has(.descriptor)
    else { return nil }
    return MeasureUnit(nearly: word)
  }
}
