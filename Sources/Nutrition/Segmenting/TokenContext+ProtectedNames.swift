extension TokenContext {
  /// The name that begins at `index` and that a connector or an amount would cut in two ("mac and cheese", "7 up").
  func protectedName(at index: Int) -> (word: SegmentWord, length: Int)? {
    guard let match = longestMatch(at: index) else { return nil }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index, range.upperBound), range.contains(where: { isCut($0, range.upperBound) }),
      !isCountOfFirst(range, table[match.food])
    else { return nil }
    // "jerk chicken with rice", "fried egg and potato": the first word belongs to a name that begins before it.
    if index > 0, let before = longestMatch(at: index - 1), before.length > 1, before.length <= match.length,
      before.food != match.food, let joint = connectors.connector(at: index - 1 + before.length)?.connector,
      [.addition, .next].contains(joint)
    {
      return nil
    }
    // "bread with ham and cheese" has no sandwich on it.
    let bread = index > 1 && tokens[index - 1] == .word("with") ? tokens.word(index - 2) : nil
    if bread.map({ $0.has(.bread) || $0.has(.roll) }) == true, Dish(table[match.food]).isHandheld { return nil }
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

  /// Whether an amount before a name is that of its first food: "2 eggs and bread", "half an avocado on toast".
  private func isCountOfFirst(_ name: Range<Int>, _ food: Food) -> Bool {
    let counts = [2, 1].map { name.lowerBound - $0 }.filter { $0 >= 0 }.compactMap(amounts.amount)
    guard let count = counts.first(where: { $0.next == name.lowerBound })?.amount.value else { return false }
    func joins(_ word: String) -> Bool { tokens[name].contains(.word(word)) }
    return joins("on") && count < 1 || joins("and") && count != 1 && food.measures[.piece] == nil
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
