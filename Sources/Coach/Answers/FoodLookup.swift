import Nutrition
import TextModels

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
    let text = kept.joined(separator: " ")
    if evidence == .strong { return certain(text) }
    let exact = exact(text)
    return evidence == .weak || isCovered(utterance, by: exact) ? exact : []
  }

  private func isCovered(_ utterance: Utterance, by items: [ParsedItem]) -> Bool {
    let named = Set(items.flatMap { Utterance($0.label).words })
    return utterance.words.indices.allSatisfy { index in
      named.contains(utterance.words[index]) || WordList.smallWords.contains(utterance.words[index])
        || utterance.number(index) != nil
    }
  }

  /// Returns the foods of a text without uncertain ones, which would give an answer about another food.
  private func certain(_ text: String) -> [ParsedItem] {
    serving(of: text).filter { $0.confidence >= 0.22 && food($0.name) != nil }
  }

  /// Returns the foods of a text that are spelt correctly. The parser notes a corrected word.
  func exact(_ text: String) -> [ParsedItem] { certain(text).filter { !$0.notes.contains("\" read as ") } }

  func serving(of name: String) -> [ParsedItem] {
    guard case .items(let items) = parser.parse(name) else { return [] }
    return items
  }
}
