/// Writes together what the table does: "sour dough" as "sourdough", "butter milk" as "buttermilk".
enum JoinedWords {
  private static let minLetters = 3

  /// One pass; each pair of words is looked up once.
  static func joined(_ tokens: [Token], table: FoodTable) -> [Token] {
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      if let length = nameLength(tokens, index, table) {
        // "russian tea cake" has no teacake in it.
        result += tokens[index..<index + length]
        index += length
      } else if let whole = whole(tokens, index, table) {
        result.append(.word(whole))
        index += 2
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// How many words the longest name has that begins here, where there are several.
  private static func nameLength(_ tokens: [Token], _ index: Int, _ table: FoodTable) -> Int? {
    guard case .word = tokens[index] else { return nil }
    let stems = tokens[index..<min(index + FoodTable.maxPhraseWords, tokens.count)].map { $0.stem ?? "\u{0}" }
    return table.longestMatch(stems, at: 0, upTo: stems.count).flatMap { $0.length > 1 ? $0.length : nil }
  }

  /// The word that two are the parts of, where it names a food and they do not.
  private static func whole(_ tokens: [Token], _ index: Int, _ table: FoodTable) -> String? {
    guard index + 1 < tokens.count, case .word(let first) = tokens[index], case .word(let second) = tokens[index + 1],
      first.utf8.count >= minLetters, second.utf8.count >= minLetters,
      table.longestMatch([Stem.of(first + second)], at: 0, upTo: 1) != nil
    else { return nil }
    return table.food(anyOrder: [Stem.of(first), Stem.of(second)]) == nil ? first + second : nil
  }
}
