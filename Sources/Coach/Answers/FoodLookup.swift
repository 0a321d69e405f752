import Nutrition

/// The nutrition table and the meal parser, for answers.
struct FoodLookup: Sendable {
  let otherTable: FoodTable?
  var table: FoodTable { otherTable ?? .builtIn }
  let parser: any MealParser

  func food(_ name: String) -> Food? { table.food(named: name) }

  /// Returns the foods that a question names, with their amounts; empty if the message is not about food.
  func items(_ utterance: Utterance) -> [ParsedItem] {
    let evidence = FoodEvidence.of(utterance)
    let kept = utterance.words.enumerated().compactMap { index, word in
      if WordList.connectors.contains(word) { return "," }
      return WordList.foodQuestion.contains(word) || evidence.isBodyPart(utterance, index) ? nil : word
    }
    guard kept.contains(where: { $0 != "," }) else { return [] }
    // An uncertain match would give an answer about another food.
    let certain = serving(of: kept.joined(separator: " ")).filter { $0.confidence >= 0.22 && food($0.name) != nil }
    if evidence == .strong { return certain }
    // The parser notes a corrected word.
    let exact = certain.filter { !$0.notes.contains("\" read as ") }
    return evidence == .weak || isCovered(utterance, by: exact) ? exact : []
  }

  private func isCovered(_ utterance: Utterance, by items: [ParsedItem]) -> Bool {
    let named = Set(items.flatMap { Utterance($0.label).words })
    return utterance.words.indices.allSatisfy { index in
      named.contains(utterance.words[index]) || WordList.smallWords.contains(utterance.words[index])
        || utterance.number(index) != nil
    }
  }

  func serving(of name: String) -> [ParsedItem] {
    guard case .items(let items) = parser.parse(name) else { return [] }
    return items
  }
}
