/// Stretches of an ingredient line that name no food.
enum LineClauses {
  /// The tokens outside of brackets. A bracket that is never closed ends with the text.
  static func withoutBrackets(_ tokens: [Token]) -> [Token] {
    var depth = 0
    return tokens.filter { token in
      if token == .open { depth += 1 }
      if token == .close {
        depth = max(0, depth - 1)
        return false
      }
      return depth == 0
    }
  }

  /// Whether the tokens from `start` to the next stop are about what is done with the food: "cored and seeded".
  static func isPreparation(from start: Int, _ tokens: [Token]) -> Bool {
    guard start < tokens.count, case .word(let first) = tokens[start], LineWords.isPreparation(first) else {
      return false
    }
    for token in tokens[start...] {
      guard token != .stop else { return true }
      guard case .word(let word) = token, LineWords.isPreparation(word) || LineWords.isAdverb(word) || word == "and"
      else { return false }
    }
    return true
  }
}
