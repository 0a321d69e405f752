/// The evidence that a message is about food. Without it no food is looked up and no word is corrected to the name of a
/// food: "my heart is racing" is not about 85 g of heart, and "shaky" is not a milkshake.
enum FoodEvidence: Int, Comparable {
  /// No evidence: the message is about food only if it consists of names of foods.
  case none
  /// Words that also occur elsewhere ("or", "better", "I had"). Names must be spelt correctly.
  case weak
  /// An eating or cooking verb, or a meal.
  case eating
  /// A nutrient, an amount with a unit, or a question about what is healthy.
  case figures

  static func < (left: FoodEvidence, right: FoodEvidence) -> Bool { left.rawValue < right.rawValue }

  init(_ utterance: Utterance) {
    if Self.namesFigures(utterance) {
      self = .figures
    } else if Self.statesSymptom(utterance) {
      self = .none
    } else if utterance.words.contains(where: WordList.eating.contains) {
      self = .eating
    } else {
      self = utterance.words.contains(where: WordList.ambiguous.contains) ? .weak : .none
    }
  }

  static func statesSymptom(_ utterance: Utterance) -> Bool { utterance.has(.symptoms) }

  private static func namesFigures(_ utterance: Utterance) -> Bool {
    utterance.words.indices.contains { index in
      let word = utterance.words[index]
      if WordList.figures.contains(word) { return true }
      let before = utterance.word(index - 1) ?? ""
      let next = utterance.word(index + 1) ?? ""
      // "My sugar is 95", "I feel fat", and "no energy" are about a body.
      if WordList.ambiguousFigures.contains(word) {
        return WordList.quantifiers.contains(before) || next == "in" || next == "content"
      }
      return WordList.foodUnits.contains(word)
        && (utterance.number(index - 1) != nil || ["a", "an", "one", "half"].contains(before) && next == "of")
    }
  }

  /// Whether the word at `index` is a part of a body rather than a food.
  func isBodyPart(_ utterance: Utterance, _ index: Int) -> Bool {
    guard WordList.bodyParts.contains(utterance.words[index]) else { return false }
    let before = utterance.word(index - 1) ?? ""
    if WordList.animals.contains(before) || utterance.word(index + 1)?.hasPrefix("bean") == true { return false }
    if WordList.owners.contains(before) || WordList.bodyConditions.contains(utterance.word(index + 1) ?? "") {
      return true
    }
    return self < .eating
  }
}
