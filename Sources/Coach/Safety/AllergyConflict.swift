/// A food of a text that contains a stated allergen.
struct AllergyConflict: Sendable, Equatable {
  /// A key of `allergens.tsv`, or the name of another food.
  var allergen: String
  /// The food as the text names it.
  var food: String

  /// The maximum number of foods in one warning.
  static let maxConflicts = 6

  /// Returns the conflicts of a text with the stated allergies, one per food, in the order of the text.
  /// - Parameter positions: the words of a statement, which do not name a food to eat.
  static func all(in text: SafetyText, except positions: Set<Int> = [], facts: Facts) -> [AllergyConflict] {
    mentioned(facts.warned, in: text, except: positions)
  }

  /// Returns the foods of a text that have one of these keys of `AllergenFoods`, or are named by one, without those that
  /// the text leaves out.
  static func mentioned(
    _ stated: Set<String>, in text: SafetyText, except positions: Set<Int> = []
  ) -> [AllergyConflict] {
    guard !stated.isEmpty else { return [] }
    let foods = AllergenFoods.shared
    let words = foods.plain(text)
    let listed = foods.mentions(of: stated.intersection(foods.keys), in: words)
    let others = stated.subtracting(foods.keys).sorted().flatMap { mentions(of: $0, in: words) }
    let ruledOut = ruledOut(words, text)
    let suitable = listed.filter { SuitableForm.isNamed($0, words, text) }
    var conflicts: [AllergyConflict] = []
    var seen: Set<String> = []
    for mention in (listed + others).sorted(by: order) where conflicts.count < maxConflicts {
      let span = mention.start..<mention.end
      if !positions.isDisjoint(with: span) { continue }
      let sentence = text.words[mention.start].sentence
      if ruledOut[sentence]?.contains(mention.key) == true || isExcluded(mention, words, text)
        || suitable.contains(where: { $0.key == mention.key && $0.start <= mention.start && $0.end >= mention.end })
      {
        continue
      }
      let food = text.words[span].map(\.text).joined(separator: " ")
      guard seen.insert(mention.key).inserted || !conflicts.contains(where: { $0.food.contains(food) }) else {
        continue
      }
      conflicts.append(AllergyConflict(allergen: mention.key, food: food))
    }
    return conflicts
  }

  /// Returns the sentences that precede an answer; nil without a conflict.
  static func warning(_ conflicts: [AllergyConflict]) -> String? {
    guard !conflicts.isEmpty else { return nil }
    let allergens = names(conflicts)
    let named = conflicts.map(\.food).distinct
    let foods = TextFormat.list(named)
    let verb = named.count == 1 ? "contains it or is often made with it" : "contain it or are often made with it"
    return "Careful: you told me about an allergy or intolerance (\(allergens)), and \(foods) \(verb). "
      + "Leave it out unless the label or the kitchen says for certain that it is free of \(allergens). "
  }

  /// Returns the sentence that precedes an answer which itself names such a food; nil without a conflict.
  static func remark(_ conflicts: [AllergyConflict]) -> String? {
    guard !conflicts.isEmpty else { return nil }
    return "Careful: you told me about an allergy or intolerance (\(names(conflicts))), so leave out "
      + "\(TextFormat.list(conflicts.map(\.food).distinct)) in what follows. "
  }

  private static func names(_ conflicts: [AllergyConflict]) -> String {
    TextFormat.list(conflicts.map(\.allergen).distinct)
  }

  private static func order(_ left: AllergenFoods.Mention, _ right: AllergenFoods.Mention) -> Bool {
    (left.start, right.end, left.key) < (right.start, left.end, right.key)
  }

  private static func mentions(of name: String, in words: [String]) -> [AllergenFoods.Mention] {
    let parts = FoodPhrase.words(name)
    guard !parts.isEmpty, parts.count <= words.count else { return [] }
    return (0...(words.count - parts.count)).compactMap { start in
      guard parts.indices.allSatisfy({ words[start + $0] == parts[$0] }) else { return nil }
      return AllergenFoods.Mention(key: name, start: start, end: start + parts.count)
    }
  }

  // MARK: - Foods that are left out

  /// "Without nuts", "instead of milk", "leave out the eggs".
  private static func isExcluded(_ mention: AllergenFoods.Mention, _ words: [String], _ text: SafetyText) -> Bool {
    let clause = text.words[mention.start].clause
    let before = words[..<mention.start].indices.suffix(4).filter { text.words[$0].clause == clause }
    for index in before where WordList.leavingOut.phrase(in: words, at: index) != nil {
      // "Swap the chicken for shrimp" names a food to eat after "for".
      if !words[index..<mention.start].dropFirst().contains(where: WordList.swapEnds.contains) { return true }
    }
    let after = words[mention.end...].prefix(2)
    return after.first == "free" || after.contains("substitute") || after.contains("alternative")
  }

  /// "A granola with no nuts at all": the allergens that each sentence rules out.
  private static func ruledOut(_ words: [String], _ text: SafetyText) -> [Int: Set<String>] {
    var keys: [Int: Set<String>] = [:]
    for index in words.indices.dropLast() {
      let isWithNo = words[index] == "no" && index > 0 && words[index - 1] == "with"
      guard words[index] == "without" || isWithNo, let named = AllergenFoods.shared.names[[words[index + 1]]] else {
        continue
      }
      keys[text.words[index].sentence, default: []].formUnion(named + ConditionRule.keys(with: named))
    }
    return keys
  }
}
