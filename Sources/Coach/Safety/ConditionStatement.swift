/// Statements about dietary conditions, of the user or of someone of the family.
package typealias ConditionStatement = Statement<DietaryCondition>

extension Statement<DietaryCondition> {
  private static let maxNames = 20

  init(_ text: FoodText) {
    let named = text.words.indices.lazy.compactMap { index in
      DietaryCondition.names.longest(in: text.words, at: index).map { name in
        (name.value, index..<index + name.phrase.words.count)
      }
    }
    for (condition, range) in named.prefix(Self.maxNames) {
      let sentence = text.sentence(of: range.lowerBound)
      let before = text.before(range.lowerBound, 6)
      if !sentence.contains(where: WordList.pastWords.contains) { mentioned.insert(condition) }
      if text.isDenied(range.lowerBound) || text.words[range.upperBound...].prefix(2).contains("anymore") {
        removed.insert(condition)
      } else if !Self.isOfOther(text, range.lowerBound),
        Self.isStated(before, isMedical: condition.isMedical) || Self.isPlain(condition, sentence)
      {
        added.insert(condition)
      }
    }
    readPhrases(text)
    removed.subtract(added)
  }

  /// Reads what states a condition without its name: "14 weeks along", "I don't eat meat".
  private mutating func readPhrases(_ text: FoodText) {
    for index in text.words.indices {
      for (phrase, value) in WordList.conditionPhrases.phrases.all(at: index, in: text.words) {
        let isDenied = text.isDenied(index, within: 2) || text.isQuestion(index) || Self.isOfOther(text, index)
        guard let condition = DietaryCondition(rawValue: value), !isDenied else { continue }
        added.insert(condition)
        positions.formUnion(index..<index + phrase.words.count)
      }
    }
    let eatsFish = WordList.eatsFish.phrases.occur(in: text.words)
    if eatsFish, text.words.contains("meat") || added.contains(.vegetarian) {
      added.remove(.vegetarian)
      added.insert(.pescatarian)
    }
    mentioned.formUnion(added)
  }

  /// "My friend is" and "a colleague has": someone whom the user does not cook for.
  private static func isOfOther(_ text: FoodText, _ index: Int) -> Bool {
    text.ownClause(before: index).contains { WordList.otherPersons.valueByWord[$0] == "unrelated" }
  }

  /// Whether a verb that states something of the user or the family ends the words: "I'm a strict", "my daughter is"; of a
  /// medical condition also "I have".
  static func isStated(_ before: [String], isMedical: Bool = false) -> Bool {
    guard let last = before.last(where: { !WordList.conditionFillers.contains($0) && Double($0) == nil }) else {
      return false
    }
    if last == "is" || last == "are" { return WordList.relatives.hasAny(before) || before.first == "we" }
    return WordList.conditionVerbs.contains(last)
      || isMedical && WordList.possessing.contains(last) && !WordList.generalQuestions.contains(before[0])
  }

  /// Whether a sentence with the name of a condition asks nothing, and is not about the past, other people or a
  /// product: "diabetes runs my life", "vegan athlete here".
  private static func isPlain(_ condition: DietaryCondition, _ words: ArraySlice<String>) -> Bool {
    guard words.count <= 12, let first = words.first, !WordList.asks.contains(first) || first == "am",
      !words.contains(where: WordList.conditionDoubts.contains)
    else { return false }
    return condition.isMedical
      || !words.contains(where: WordList.dietRequests.contains)
        && (words.count <= 5 || words.contains(where: WordList.ownMarkers.contains))
  }
}
