/// Finds the brackets that contain a list of foods: "a smoothie (spinach, banana and milk)". Others describe one food:
/// "chicken (grilled, 150 g)", or what a dish lacks: "vegetables (no carrots, broccoli or greens)".
///
/// One pass; of nested brackets the outer ones count.
enum ListBrackets {
  private static let separators: Set<Token> = [.separator, .ampersand, .word("and"), .word("with"), .word("plus")]

  /// The positions of closing brackets, or the end of the text, by those of opening ones.
  static func ends(_ tokens: [Token], _ stems: [String], _ table: FoodTable) -> [Int: Int] {
    guard tokens.contains(.open) else { return [:] }
    let connectors = ConnectorReader(tokens: tokens)
    var ends: [Int: Int] = [:]
    var (start, depth) = (0, 0)
    for index in 0...tokens.count {
      let isEnd = index == tokens.count
      if !isEnd, tokens[index] == .open {
        if depth == 0 { start = index }
        depth += 1
      } else if depth > 0, isEnd || tokens[index] == .close {
        depth = isEnd ? 0 : depth - 1
        if depth == 0, connectors.connector(at: start + 1)?.connector != .excluded,
          isList(start + 1..<index, tokens, stems, table)
        {
          ends[start] = index
        }
      }
    }
    return ends
  }

  /// Whether at least two clauses name a food.
  private static func isList(_ range: Range<Int>, _ tokens: [Token], _ stems: [String], _ table: FoodTable) -> Bool {
    var (named, isNamed) = (0, false)
    for index in range where named < 2 {
      if separators.contains(tokens[index]) {
        isNamed = false
      } else if !isNamed, table.namesFood(tokens, stems, at: index, upTo: range.upperBound) {
        (named, isNamed) = (named + 1, true)
      }
    }
    return named > 1
  }
}

extension FoodTable {
  /// Whether a name of a food begins at `index`, and not only a word that usually describes a meal or a food.
  func namesFood(_ tokens: [Token], _ stems: [String], at index: Int, upTo end: Int) -> Bool {
    guard let word = tokens.word(index), let match = longestMatch(stems, at: index, upTo: end) else { return false }
    return match.length > 1 || !word.has(.narration) && !word.has(.descriptor) && MeasureUnit(spelling: word) == nil
  }
}
