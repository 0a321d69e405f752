// Names of the table that a joint or an amount would cut in two.
extension Segmenter {
  /// Whether the word ends a name that begins before it: the salad of "taco salad with chicken" begins none.
  func isInName(_ index: Int) -> Bool {
    guard index > 0, tokens[index].isWord, let last = part.words.last, last.food == nil, tokens[index - 1].isWord,
      last.text == tokens[index - 1].text
    else { return false }
    return (table.longestMatch(stems, at: index - 1, upTo: index + 1)?.length ?? 0) > 1
  }

  /// A name that a joint or an amount would cut in two.
  func wholeName(at index: Int) -> (word: PartWord, length: Int)? {
    if let whole = wholeName(at: index, stems) { return whole }
    guard !corrected.isEmpty, let whole = wholeName(at: index, corrected), whole.length > 2 else { return nil }
    return whole
  }

  /// Only words next to "and" are corrected here; others are where their part is read.
  static func corrected(_ stems: [String], _ tokens: [Token], _ table: FoodTable) -> [String] {
    let isJoined = tokens.indices.map { index in
      [index - 1, index - 2, index + 1, index + 2].contains {
        tokens.indices.contains($0) && (tokens[$0] == .word("and") || tokens[$0] == .ampersand)
      }
    }
    guard isJoined.contains(true) else { return [] }
    var corrector = SpellingCorrector(table)
    let words = tokens.indices.map { PartWord(text: tokens[$0].text ?? "", stem: stems[$0]) }
    let changes = corrector.corrections(words, among: tokens.indices.filter { isJoined[$0] && tokens[$0].isWord })
    guard !changes.isEmpty else { return [] }
    return stems.indices.map { changes[$0] ?? stems[$0] }
  }

  func wholeName(at index: Int, _ stems: [String]) -> (word: PartWord, length: Int)? {
    guard stems[index] != "\u{0}", let match = table.longestMatch(stems, at: index, upTo: tokens.count) else {
      return nil
    }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index, range.upperBound),
      range.contains(where: { isCut($0, range.upperBound) })
    else { return nil }
    // "yogurt with honey (1 tsp)": the amount is that of the honey.
    if !part.amounts.isEmpty, range.upperBound + 1 < tokens.count, tokens[range.upperBound] == .open,
      tokens[range].contains(.word("with")), amounts.amount(at: range.upperBound + 1) != nil
    {
      return nil
    }
    let text = tokens[range].compactMap(\.text)
    let stem = stems[range].joined(separator: " ")
    return (PartWord(text: text.joined(separator: " "), stem: stem, food: match.food), match.length)
  }

  /// Whether a name up to `end` would be cut here. "egg fried" of "egg fried with butter" is not.
  func isCut(_ index: Int, _ end: Int) -> Bool {
    switch tokens[index] {
    case .word:
      joints.joint(at: index).map { $0.next <= end } == true || amounts.amount(at: index) != nil
        || joints.isTail(at: index, afterFood: true)
    case .number, .ampersand, .dash: true
    case .slash, .stop, .open, .close, .stated: false
    }
  }
}
