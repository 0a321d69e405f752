import TextModels

/// The evidence that a message is about food. Without it no food is looked up and no word is corrected to the name of a
/// food: "my heart is racing" is not about 85 g of heart, and "shaky" is not a milkshake.
enum FoodEvidence {
  /// No evidence: the message is about food only if it consists of names of foods.
  case none
  /// Words that also occur elsewhere ("or", "better", "I had"). Names must be spelt correctly.
  case weak
  /// An eating or cooking verb, a meal, a nutrient, an amount with a unit, or a question about what is healthy.
  case strong

  static func of(_ utterance: Utterance) -> FoodEvidence {
    if utterance.words.indices.contains(where: { isFigure(utterance, $0) }) { return .strong }
    if utterance.has(.symptoms) { return .none }
    if utterance.words.contains(where: WordList.eating.contains) { return .strong }
    return utterance.words.contains(where: WordList.ambiguous.contains) ? .weak : .none
  }

  private static func isFigure(_ utterance: Utterance, _ index: Int) -> Bool {
    let (word, before, next) = (utterance.words[index], utterance.word(index - 1), utterance.word(index + 1))
    // "My sugar is 95", "I feel fat", and "no energy" are about a body.
    if WordList.ambiguousFigures.contains(word) {
      return WordList.quantifiers.contains(before) || next == "in" || next == "content"
    }
    let isCounted = utterance.number(index - 1) != nil || next == "of" && ["a", "an", "one", "half"].contains(before)
    return WordList.figures.contains(word) || WordList.foodUnits.contains(word) && isCounted
  }

  /// Whether the word at `index` is a part of a body rather than a food.
  func isBodyPart(_ utterance: Utterance, _ index: Int) -> Bool {
    let (before, next) = (utterance.word(index - 1), utterance.word(index + 1))
    guard WordList.bodyParts.contains(utterance.words[index]), !WordList.animals.contains(before),
      next?.hasPrefix("bean") != true
    else { return false }
    return self != .strong || WordList.owners.contains(before) || WordList.bodyConditions.contains(next)
  }
}
