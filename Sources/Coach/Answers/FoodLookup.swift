import Nutrition

/// The nutrition table and the meal parser, for answers.
struct FoodLookup: Sendable {
  let otherTable: FoodTable?
  var table: FoodTable { otherTable ?? .builtIn }
  let parser: any MealParser

  func food(_ name: String) -> Food? { table.food(named: name) }

  /// Returns the foods that a question names, with their amounts; empty if the message is not about food.
  func items(_ utterance: Utterance) -> [ParsedItem] {
    let evidence = FoodEvidence(utterance)
    var kept: [String] = []
    for (index, word) in utterance.words.enumerated() {
      if WordList.connectors.contains(word) {
        kept.append(",")
      } else if !WordList.foodQuestion.contains(word), !isAskedNutrient(utterance, index),
        !evidence.isBodyPart(utterance, index)
      {
        kept.append(word)
      }
    }
    guard kept.contains(where: { $0 != "," }), case .items(let items) = parser.parse(kept.joined(separator: " ")) else {
      return []
    }
    // An uncertain match would give an answer about another food.
    let certain = items.filter { $0.confidence >= 0.31 && table.food(named: $0.name) != nil }
    guard evidence < .eating else { return certain }
    let exact = certain.filter { !$0.notes.contains(Self.correction) }
    return evidence == .weak || isCovered(utterance, by: exact) ? exact : []
  }

  /// The part of the parser's note on a corrected word.
  private static let correction = "\" read as "

  private func isCovered(_ utterance: Utterance, by items: [ParsedItem]) -> Bool {
    guard !items.isEmpty else { return false }
    let named = Set(items.flatMap { Utterance($0.label).words })
    return utterance.words.allSatisfy { word in
      named.contains(word) || WordList.smallWords.contains(word) || Double(word) != nil
        || Utterance.numbers[word] != nil
    }
  }

  func serving(of name: String) -> [ParsedItem] {
    guard case .items(let items) = parser.parse(name) else { return [] }
    return items
  }

  /// Whether a word names a nutrient, not a food: "fat" in "how much fat is in cheese" does, in "low fat yogurt" it does
  /// not.
  private func isAskedNutrient(_ utterance: Utterance, _ index: Int) -> Bool {
    let before = utterance.word(index - 1)
    return WordList.nutrientFoods.contains(utterance.words[index]) && !WordList.foodsBefore.contains(before)
      && (!WordList.foodsAfter.contains(utterance.word(index + 1)) || before == "much")
  }
}
