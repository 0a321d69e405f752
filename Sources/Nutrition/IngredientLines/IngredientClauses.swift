/// Clauses of an ingredient line that name no food.
enum IngredientClauses {
  /// The tokens outside brackets, and those of brackets inside a name ("plain (all-purpose) flour"). An unclosed
  /// bracket ends with the text.
  static func withoutBrackets(_ tokens: [Token]) -> [Token] {
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      guard tokens[index] == .open else {
        if tokens[index] != .close { result.append(tokens[index]) }
        index += 1
        continue
      }
      let end = tokens[index...].firstIndex(of: .close) ?? tokens.count
      if isInName(result.last, tokens[(index + 1)..<end], end + 1 < tokens.count ? tokens[end + 1] : nil) {
        result += tokens[(index + 1)..<end].filter { $0 != .open && $0 != .separator }
      }
      index = end + 1
    }
    return result
  }

  private static func isInName(_ before: Token?, _ inside: ArraySlice<Token>, _ after: Token?) -> Bool {
    guard case .word(let before)? = before, case .word? = after, case .word(let first)? = inside.first else {
      return false
    }
    return MeasureUnit(spelling: before) == nil && !IngredientLexicon.isPreparation(before)
      && !["or", "about", "approximately", "optional", "see", "such", "from", "plus", "and", "if", "except", "not"]
        .contains(first)
  }

  /// Whether the tokens from `start` to the next separator are preparation: "cored and seeded". Examines at most a
  /// dozen, because it is called at every "and".
  static func isPreparation(from start: Int, _ tokens: [Token]) -> Bool {
    guard start < tokens.count, case .word(let first) = tokens[start], IngredientLexicon.isPreparation(first) else {
      return false
    }
    for token in tokens[start...].prefix(12) {
      guard token != .separator else { return true }
      guard case .word(let word) = token,
        IngredientLexicon.isPreparation(word) || IngredientLexicon.isAdverb(word) || word == "and"
      else { return false }
    }
    return true
  }
}
