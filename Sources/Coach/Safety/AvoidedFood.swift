/// Statements about foods that are avoided or not tolerated, without the word "allergy".
extension AllergyStatement {
  /// Reads "I can't have dairy" and "no dairy for me", for foods that are avoided for medical reasons.
  ///
  /// The phrases of `weakAvoidances` need a subject before them ("I avoid"), those of `closedAvoidances` an end ("no dairy
  /// for me").
  mutating func avoid(_ text: FoodText) {
    for list in [WordList.avoidances, .weakAvoidances, .closedAvoidances] {
      for index in Self.places(of: list, in: text)
      where !text.words[..<index].suffix(4).contains(where: WordList.pets.contains) {
        let foods = Self.avoidedFoods(text, from: index + (text.phrase(list, at: index)?.words.count ?? 1))
        let isStated =
          switch list {
          case .weakAvoidances: Self.hasSubject(text, index)
          case .closedAvoidances: Self.isClosed(text, index, foods.end)
          default: true
          }
        guard isStated else { continue }
        added.formUnion(foods.keys)
        positions.formUnion(foods.positions)
      }
    }
  }

  /// Reads "I react badly to eggs" and "milk gives me cramps": a food and its effect in one sentence.
  mutating func react(_ text: FoodText) {
    let cues = text.words.indices.lazy.filter { Self.isReaction(text, $0) }
    for cue in cues.prefix(Self.maxTriggers) where !text.isQuestion(cue) {
      let isDenied = cue > 0 && WordList.reactionDenials.contains(text.words[cue - 1])
      if WordList.reactionQuestions.contains(text.first(ofSentence: cue)) || isDenied { continue }
      for index in max(0, cue - 8)..<min(text.words.count, cue + 10) where text.isTogether(index, cue) {
        guard let (keys, length) = text.allergen(at: index) else { continue }
        added.formUnion(keys)
        positions.formUnion(index..<index + length)
      }
    }
  }

  /// Whether the words name an effect: "my throat", or a cause with an effect near it: "makes me really sick".
  private static func isReaction(_ text: FoodText, _ index: Int) -> Bool {
    if text.phrase(.reactions, at: index) != nil { return true }
    guard index > 0, text.isTogether(index - 1, index), let cause = text.phrase(.reactionCauses, at: index) else {
      return false
    }
    return text.words.indices.dropFirst(index + cause.words.count).prefix(4).contains { place in
      text.isTogether(place, index) && text.phrase(.reactionEffects, at: place) != nil
    }
  }

  /// Reads "I'm dairy free" and "gluten free here", not "gluten free bread".
  mutating func eatFree(_ text: FoodText) {
    let words = text.words
    for index in words.indices.dropFirst().filter({ words[$0] == "free" }).prefix(Self.maxTriggers) {
      let starts = [index - 3, index - 2, index - 1].filter { $0 >= 0 }
      guard let start = starts.first(where: { text.allergen(at: $0)?.length == index - $0 }),
        let keys = text.allergen(at: start)?.keys, !WordList.avoidedFoods.words.isDisjoint(with: keys)
      else { continue }
      let isLast = index + 1 == words.count || text.written[index + 1].clause != text.written[index].clause
      let next = isLast ? nil : words[index + 1]
      let before = text.before(start, 6)
      guard next == nil || WordList.conditionAdditions.contains(next) || WordList.conditionFillers.contains(next),
        ConditionStatement.isStated(before) || next == "diet" && before.contains("on")
          || before.allSatisfy(WordList.conditionFillers.contains) && next != nil,
        !before.contains(where: WordList.denials.contains)
      else { continue }
      added.formUnion(keys)
      positions.formUnion(start...index)
    }
  }

  /// Returns the avoided foods of a list of words, and the index after it.
  private static func avoidedFoods(
    _ text: FoodText, from start: Int
  ) -> (keys: Set<String>, positions: Set<Int>, end: Int) {
    var keys: Set<String> = []
    var positions: Set<Int> = []
    var next = start
    while next < min(text.words.count, start + 12), text.isTogether(next, start) {
      if let (named, length) = text.allergen(at: next), !WordList.avoidedFoods.words.isDisjoint(with: named) {
        keys.formUnion(named)
        positions.formUnion(next..<next + length)
        next += length
      } else if isBetweenNames(text.words[next]) || text.words[next] == "no" {
        next += 1
      } else {
        break
      }
    }
    return (keys, positions, next)
  }

  /// Whether someone avoids the food: "I avoid gluten", "she avoids milk".
  private static func hasSubject(_ text: FoodText, _ index: Int) -> Bool {
    let first = text.first(ofSentence: index)
    if WordList.reactionQuestions.contains(first) || WordList.generalQuestions.contains(first) { return false }
    return text.before(index, 4).contains(where: WordList.subjects.contains)
  }

  /// Whether the words after the foods say for whom: "no dairy for me". A plan "with no dairy" is no statement.
  private static func isClosed(_ text: FoodText, _ index: Int, _ end: Int) -> Bool {
    if index > 0, text.words[index - 1] == "with" { return false }
    guard end < text.words.count, text.isTogether(end, index) else { return false }
    return text.phrase(.avoidanceEnds, at: end) != nil
  }
}
