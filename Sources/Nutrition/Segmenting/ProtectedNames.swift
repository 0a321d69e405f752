/// Names of the table that a connector or an amount would cut in two ("mac and cheese", "7 up").
struct ProtectedNames {
  let context: TokenContext

  /// The name that begins at `index` and contains a connector or number.
  ///
  /// - Parameter hasQuantity: whether the current segment has one.
  func name(at index: Int, hasQuantity: Bool) -> (word: SegmentWord, length: Int)? {
    let tokens = context.tokens
    guard context.stems[index] != TokenContext.noStem, let match = context.longestMatch(at: index) else { return nil }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index, range.upperBound), range.contains(where: { isCut($0, range.upperBound) })
    else { return nil }
    // "yogurt with honey (1 tsp)": the quantity is that of the honey.
    if hasQuantity, range.upperBound + 1 < tokens.count, tokens[range.upperBound] == .open,
      tokens[range].contains(.word("with")), context.amounts.amount(at: range.upperBound + 1) != nil
    {
      return nil
    }
    let text = tokens[range].compactMap(\.text).joined(separator: " ")
    return (SegmentWord(text: text, stem: context.stems[range].joined(separator: " "), food: match.food), match.length)
  }

  /// Whether segmentation would cut a name up to `end` at `index`. It would not cut the "egg fried" of "egg fried with
  /// butter".
  private func isCut(_ index: Int, _ end: Int) -> Bool {
    switch context.tokens[index] {
    case .word:
      context.connectors.connector(at: index).map { $0.next <= end } == true
        || context.amounts.amount(at: index) != nil
        || TailReader(context: context).isTail(at: index, afterFood: true)
    case .number, .ampersand, .dash: true
    case .slash, .separator, .open, .close, .statedNutrient: false
    }
  }
}
