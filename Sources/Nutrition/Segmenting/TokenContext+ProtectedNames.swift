extension TokenContext {
  /// The name that begins at `index` and that a connector or an amount would cut in two ("mac and cheese", "7 up").
  func protectedName(at index: Int) -> (word: SegmentWord, length: Int)? {
    guard let match = longestMatch(at: index) else { return nil }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index, range.upperBound), range.contains(where: { isCut($0, range.upperBound) })
    else { return nil }
    // "jerk chicken with rice", "fried egg and potato": the first word belongs to a name that begins before it.
    if index > 0, let before = longestMatch(at: index - 1), before.length > 1, before.length <= match.length,
      before.food != match.food, let joint = connectors.connector(at: index - 1 + before.length)?.connector,
      [.addition, .next].contains(joint)
    {
      return nil
    }
    if let with = range.last(where: { tokens[$0] == .word("with") }) {
      // "lasagna with meat sauce" is not cut before the sauce.
      let isWhole = connectors.connector(at: range.upperBound) != nil
      if !isWhole, let part = longestMatch(at: with + 1), with + 1 + part.length > range.upperBound { return nil }
      // "yogurt with honey (1 tsp)", "khichdi with ghee 1 tsp": the quantity is that of the honey.
      let isOpen = tokens.token(range.upperBound) == .open
      if let read = amounts.amount(at: range.upperBound + (isOpen ? 1 : 0)),
        isOpen || unitAfterAmount(at: read.next).0?.milliliters ?? 100 < 16
      {
        return nil
      }
    }
    let text = tokens[range].compactMap(\.text).joined(separator: " ")
    return (SegmentWord(text: text, stem: stems[range].joined(separator: " "), food: match.food), match.length)
  }

  /// Whether segmentation would cut a name up to `end` at `index`. It would not cut the "egg fried" of "egg fried with
  /// butter".
  private func isCut(_ index: Int, _ end: Int) -> Bool {
    switch tokens[index] {
    case .word:
      connectors.connector(at: index).map { $0.next <= end } == true
        || amounts.amount(at: index) != nil || isTail(at: index, afterFood: true)
    case .number, .ampersand, .dash: true
    case .slash, .separator, .open, .close, .statedNutrient: false
    }
  }
}
