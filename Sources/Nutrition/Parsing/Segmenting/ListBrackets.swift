/// Finds the brackets that list foods: "a smoothie (spinach, banana and milk)". Others say more about one food: "chicken
/// (grilled, 150 g)".
///
/// One pass; of brackets in brackets the outer ones count.
struct ListBrackets {
  private let tokens: [Token]
  private let stems: [String]
  private let table: FoodTable

  /// The position of the closing bracket, or the end of the text, by that of the opening one.
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

  /// Whether two clauses at least name a food.
  private func isList(_ start: Int, _ end: Int) -> Bool {
    var named = 0
    var isNamed = false
    for index in start..<end {
      if isStop(index) {
        isNamed = false
      } else if !isNamed, namesFood(index, end) {
        isNamed = true
        named += 1
        if named > 1 { return true }
      }
    }
    return false
  }

  private func isStop(_ index: Int) -> Bool {
    switch tokens[index] {
    case .stop, .ampersand, .word("and"), .word("with"), .word("plus"): true
    default: false
    }
  }

  private func namesFood(_ index: Int, _ end: Int) -> Bool {
    guard case .word(let word) = tokens[index], let match = table.longestMatch(stems, at: index, upTo: end) else {
      return false
    }
    return match.length > 1
      || !KnownWords.isNarration(word) && !KnownWords.isDescription(word) && MeasureUnit(spelling: word) == nil
  }
}
