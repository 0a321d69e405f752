/// Narration at the end of a sentence that names no food: "to quench my thirst", "for a healthy touch".
struct TailReader {
  let context: TokenContext

  /// Whether a tail begins at `index`.
  ///
  /// - Parameter afterFood: whether the current segment names a food.
  func isTail(at index: Int, afterFood: Bool) -> Bool {
    guard let first = context.word(index), Self.firstWords.contains(first) else { return false }
    switch first {
    case "to":
      guard index == 0 || context.word(index - 1) != "ready",
        afterFood || index == 0 || context.tokens[index - 1] == .separator, let next = context.word(index + 1)
      else { return false }
      return !["drink", "eat", "start", "finish", "go", "begin", "share", "be"].contains(next)
        && AmountReader.numbers[next] == nil
    case "for": return afterFood
    case "perfect": return index > 0 && ["for", "as", "to"].contains(context.word(index + 1))
    case "enjoying", "savoring", "savouring", "relishing", "having", "sipping", "munching", "adding":
      let isOn = context.word(index + 1) == "on" || context.word(index + 1) == "in"
      guard let next = context.word(index + (isOn ? 2 : 1)) else { return false }
      return index > 0 && next != "a" && next != "an" && AmountReader.numbers[next] == nil
    // "a snack that included a banana"
    case "that", "which": return index > 0 && context.word(index + 1).map(Self.listing.contains) != true
    default: return index > 0
    }
  }

  /// Verbs after a pronoun that name the foods of the meal.
  private static let listing = Lexicon.words("tail-list")

  /// The end of a tail: the next separator, amount or coordination.
  func end(from start: Int) -> Int {
    let tokens = context.tokens
    var index = start
    while index < tokens.count, tokens[index] != .separator, tokens[index] != .ampersand, tokens[index] != .close {
      if let read = context.amounts.amount(at: index), !read.amount.isArticle || isVessel(read.next) { break }
      if let found = context.connectors.connector(at: index),
        found.connector == .next || found.connector == .excluded, !endsInDescriptor(found.next)
      {
        break
      }
      // "that is loaded with vitamin C" describes the food.
      if context.connectors.isIngredientPhrase(at: index) { break }
      if case .statedNutrient = tokens[index] { break }
      index += 1
    }
    return index
  }

  /// Whether "refreshing cup of" follows an article, which begins another food.
  private func isVessel(_ index: Int) -> Bool {
    (index...index + 1).contains { position in
      context.word(position).flatMap { MeasureUnit(spelling: $0) }?.isSize == false
        && context.word(position + 1) == "of"
    }
  }

  /// Whether one descriptor is all that follows: "which was both tasty and filling".
  private func endsInDescriptor(_ index: Int) -> Bool {
    guard let word = context.word(index), Lexicon.isDescriptor(word) || word == "filling" else { return false }
    return context.isEnd(index + 1)
  }

  private static let firstWords = Lexicon.words("tail")
}
