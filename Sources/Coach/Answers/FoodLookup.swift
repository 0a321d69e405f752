import Nutrition

/// The nutrition table and the meal parser, as answers use them.
struct FoodLookup: Sendable {
  let table: FoodTable
  let parser: any MealParser

  func food(_ name: String) -> Food? { table.food(named: name) }

  /// The foods that a question names, with the amounts that it gives; empty if the message is not about food.
  func items(_ utterance: Utterance, dropping words: Set<String>) -> [ParsedItem] {
    let evidence = FoodEvidence(utterance)
    var kept: [String] = []
    for (index, word) in utterance.words.enumerated() {
      if Self.joints.contains(word) {
        kept.append(",")
      } else if !words.contains(word), !isAskedNutrient(utterance, index), !evidence.isBodyPart(utterance, index) {
        kept.append(word)
      }
    }
    guard kept.contains(where: { $0 != "," }), case .items(let items) = parser.parse(kept.joined(separator: " ")) else {
      return []
    }
    // A guess would be an answer about something else.
    let certain = items.filter { $0.confidence >= 0.4 && table.food(named: $0.name) != nil }
    guard evidence < .eating else { return certain }
    let exact = certain.filter { !$0.notes.contains(Self.correction) }
    return evidence == .weak || isCovered(utterance, by: exact) ? exact : []
  }

  /// How the parser notes that it corrected a word.
  private static let correction = "\" read as "

  /// Whether a message is nothing but the names of foods.
  private func isCovered(_ utterance: Utterance, by items: [ParsedItem]) -> Bool {
    guard !items.isEmpty else { return false }
    let named = Set(items.flatMap { Utterance($0.label).words })
    return utterance.words.allSatisfy { word in
      named.contains(word) || Self.small.contains(word) || Double(word) != nil || Utterance.numbers[word] != nil
    }
  }

  /// Words beside the name of a food in a message that is nothing else.
  private static let small: Set<String> = [
    "a", "an", "the", "of", "and", "with", "some", "please", "small", "medium", "large", "raw", "fresh", "whole",
    "plain",
    "hi", "hello", "hey", "my", "i", "mean", "no", "not", "sorry",
  ]

  /// One usual serving of a food.
  func serving(of name: String) -> [ParsedItem] {
    guard case .items(let items) = parser.parse(name) else { return [] }
    return items
  }

  /// "fat" in "how much fat is in cheese" is no food; in "low fat yogurt" it belongs to one.
  private func isAskedNutrient(_ utterance: Utterance, _ index: Int) -> Bool {
    guard utterance.words[index] == "fat" || utterance.words[index] == "sugar" || utterance.words[index] == "sugars"
    else { return false }
    if ["low", "full", "free", "brown", "reduced", "icing", "powdered", "no"].contains(utterance.word(index - 1) ?? "")
    {
      return false
    }
    return !["free", "snap", "of"].contains(utterance.word(index + 1) ?? "") || utterance.word(index - 1) == "much"
  }

  private static let joints: Set<String> = ["or", "vs", "versus", "than", "and", "compared"]
}
