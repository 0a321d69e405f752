/// Finds the brackets that contain a list of foods: "a smoothie (spinach, banana and milk)". Others describe one food:
/// "chicken (grilled, 150 g)".
///
/// One pass; of nested brackets the outer ones count.
struct ListBrackets {
  private let tokens: [Token]
  private let stems: [String]
  private let table: FoodTable

  /// The positions of closing brackets, or the end of the text, by those of opening ones.
  static func ends(_ tokens: [Token], _ stems: [String], _ table: FoodTable) -> [Int: Int] {
    guard tokens.contains(.open) else { return [:] }
    return ListBrackets(tokens: tokens, stems: stems, table: table).ends
  }

  private var ends: [Int: Int] {
    var ends: [Int: Int] = [:]
    var start: Int?
    var depth = 0
    for index in tokens.indices {
      if tokens[index] == .open {
        if depth == 0 { start = index }
        depth += 1
      } else if tokens[index] == .close, depth > 0 {
        depth -= 1
        if depth == 0, let first = start, isList(first + 1, index) { ends[first] = index }
      }
    }
    if depth > 0, let first = start, isList(first + 1, tokens.count) { ends[first] = tokens.count }
    return ends
  }

  /// Whether at least two clauses name a food.
  private func isList(_ start: Int, _ end: Int) -> Bool {
    var named = 0
    var isNamed = false
    for index in start..<end {
      if isSeparator(index) {
        isNamed = false
      } else if !isNamed, table.namesFood(tokens, stems, at: index, upTo: end) {
        isNamed = true
        named += 1
        if named > 1 { return true }
      }
    }
    return false
  }

  private func isSeparator(_ index: Int) -> Bool {
    switch tokens[index] {
    case .separator, .ampersand, .word("and"), .word("with"), .word("plus"): true
    default: false
    }
  }
}

extension FoodTable {
  /// Whether a name of a food begins at `index`, and not only a word that usually describes a meal or a food.
  func namesFood(_ tokens: [Token], _ stems: [String], at index: Int, upTo end: Int) -> Bool {
    guard case .word(let word) = tokens[index], let match = longestMatch(stems, at: index, upTo: end) else {
      return false
    }
    return match.length > 1
      || !Lexicon.isNarration(word) && !Lexicon.isDescriptor(word) && MeasureUnit(spelling: word) == nil
  }
}
