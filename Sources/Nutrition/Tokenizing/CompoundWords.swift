/// Joins two words that the table has as one: "sour dough" becomes "sourdough", "butter milk" "buttermilk". Replaces
/// phrases by the words that names have: "out of a can" becomes "canned".
enum CompoundWords {
  private static let minLetters = 3

  /// One pass; each pair of words is looked up once.
  static func merged(_ tokens: [Token], table: FoodTable) -> [Token] {
    let stems = tokens.stems
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      if let name = table.longestMatch(stems, at: index, upTo: stems.count), name.length > 1 {
        // "russian tea cake" contains no teacake.
        result += tokens[index..<index + name.length]
        index += name.length
      } else if let word = compound(tokens, index, table) {
        result.append(.word(word))
        index += 2
      } else if let phrase = Languages.english.longestPhrase(tokens, at: index) {
        result += phrase.translation.tokens
        index += phrase.length
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// The compound of two words, if it names a food and the two do not.
  private static func compound(_ tokens: [Token], _ index: Int, _ table: FoodTable) -> String? {
    guard let first = tokens.word(index), let second = tokens.word(index + 1), first.utf8.count >= minLetters,
      second.utf8.count >= minLetters, table.food([Stemmer.stem(first + second)]) != nil
    else { return nil }
    return table.food(anyOrder: [Stemmer.stem(first), Stemmer.stem(second)]) == nil ? first + second : nil
  }
}
