/// Statements about foods that are avoided or not tolerated, without the word "allergy".
extension AllergyStatement {
  /// Reads "I can't have dairy" and "no dairy for me", for foods that are avoided for medical reasons.
  ///
  /// The phrases of `weakAvoidances` need a subject before them ("I avoid"), those of `closedAvoidances` an end ("no dairy
  /// for me").
  mutating func avoid(_ words: [String], _ text: SafetyText) {
    var triggers = 0
    for index in words.indices where triggers < Self.maxTriggers {
      let strong = WordList.avoidances.phrase(in: words, at: index)
      let weak = WordList.weakAvoidances.phrase(in: words, at: index)
      let closed = WordList.closedAvoidances.phrase(in: words, at: index)
      guard let phrase = strong ?? weak ?? closed, !Self.isQuestion(text, index) else { continue }
      triggers += 1
      if words[..<index].suffix(4).contains(where: WordList.pets.contains) { continue }
      let foods = avoidedFoods(words, text, from: index + phrase.words.count)
      let isStated =
        strong != nil || weak != nil && Self.hasSubject(words, text, index)
        || closed != nil && Self.isClosed(words, text, index, foods.end)
      guard !foods.keys.isEmpty, isStated else { continue }
      added.formUnion(foods.keys)
      positions.formUnion(foods.positions)
    }
  }

  /// Reads "I react badly to eggs" and "milk gives me cramps": a food and its effect in one sentence.
  mutating func react(_ words: [String], _ text: SafetyText) {
    let cues = words.indices.lazy.filter { Self.isReaction(words, text, $0) }
    for cue in cues.prefix(Self.maxTriggers) where !Self.isQuestion(text, cue) {
      let sentence = text.words[cue].sentence
      let first = text.words.first { $0.sentence == sentence }?.text
      let isDenied = cue > 0 && WordList.reactionDenials.contains(words[cue - 1])
      if WordList.reactionQuestions.contains(first) || isDenied { continue }
      for index in max(0, cue - 8)..<min(words.count, cue + 10) where text.words[index].sentence == sentence {
        guard let (keys, length) = Self.name(words, index) else { continue }
        added.formUnion(keys)
        positions.formUnion(index..<index + length)
      }
    }
  }

  /// Whether the words name an effect: "my throat", or a cause with an effect near it: "makes me really sick".
  private static func isReaction(_ words: [String], _ text: SafetyText, _ index: Int) -> Bool {
    if WordList.reactions.phrase(in: words, at: index) != nil { return true }
    let sentence = text.words[index].sentence
    guard index > 0, text.words[index - 1].sentence == sentence,
      let cause = WordList.reactionCauses.phrase(in: words, at: index)
    else { return false }
    let end = index + cause.words.count
    return (end..<min(words.count, end + 4)).contains { place in
      text.words[place].sentence == sentence && WordList.reactionEffects.phrase(in: words, at: place) != nil
    }
  }

  /// Reads "I'm dairy free" and "gluten free here", not "gluten free bread".
  mutating func eatFree(_ words: [String], _ text: SafetyText) {
    for index in words.indices.dropFirst().filter({ words[$0] == "free" }).prefix(Self.maxTriggers) {
      let starts = [index - 3, index - 2, index - 1].filter { $0 >= 0 }
      guard let start = starts.first(where: { start in Self.name(words, start)?.length == index - start }),
        let (keys, _) = Self.name(words, start), !WordList.avoidedFoods.words.isDisjoint(with: keys)
      else { continue }
      let sentence = text.words[index].sentence
      let isLast = index + 1 == words.count || text.words[index + 1].clause != text.words[index].clause
      let next = isLast ? nil : words[index + 1]
      let before = words[..<start].indices.suffix(6).filter { text.words[$0].sentence == sentence }.map { words[$0] }
      guard next == nil || WordList.conditionAdditions.contains(next) || WordList.conditionFillers.contains(next),
        StatementWords.isStated(before) || next == "diet" && before.contains("on")
          || before.allSatisfy(WordList.conditionFillers.contains) && next != nil
      else { continue }
      if before.contains(where: WordList.denials.contains) { continue }
      added.formUnion(keys)
      positions.formUnion(start...index)
    }
  }

  /// Returns the avoided foods of a list of words, and the index after it.
  private func avoidedFoods(
    _ words: [String], _ text: SafetyText, from start: Int
  ) -> (keys: Set<String>, positions: Set<Int>, end: Int) {
    var keys: Set<String> = []
    var positions: Set<Int> = []
    var next = start
    while next < words.count, next < start + 12, text.words[next].sentence == text.words[start].sentence {
      if let (named, length) = Self.name(words, next), !WordList.avoidedFoods.words.isDisjoint(with: named) {
        keys.formUnion(named)
        positions.formUnion(next..<next + length)
        next += length
      } else if WordList.foodAdjectives.contains(words[next]) || WordList.listSeparators.contains(words[next])
        || words[next] == "no"
      {
        next += 1
      } else {
        break
      }
    }
    return (keys, positions, next)
  }

  /// Whether someone avoids the food: "I avoid gluten", "she avoids milk".
  private static func hasSubject(_ words: [String], _ text: SafetyText, _ index: Int) -> Bool {
    let sentence = text.words[index].sentence
    guard let first = text.words.first(where: { $0.sentence == sentence })?.text else { return false }
    if WordList.reactionQuestions.contains(first) || WordList.generalQuestions.contains(first) { return false }
    return words[..<index].indices.suffix(4).contains { place in
      text.words[place].sentence == sentence && WordList.subjects.contains(words[place])
    }
  }

  /// Whether the words after the foods say for whom: "no dairy for me". A plan "with no dairy" is no statement.
  private static func isClosed(_ words: [String], _ text: SafetyText, _ index: Int, _ end: Int) -> Bool {
    if index > 0, words[index - 1] == "with" { return false }
    guard end < words.count, text.words[end].sentence == text.words[index].sentence else { return false }
    return WordList.avoidanceEnds.phrase(in: words, at: end) != nil
  }
}

/// The words around the name of an allergen or condition by which statements differ from mentions.
enum StatementWords {
  /// Returns the words before an index from the last subject of the sentence on, or those of the clause without one: "no
  /// eggs please, I'm" gives "I'm".
  static func ownClause(_ words: [String], _ text: SafetyText, before index: Int) -> [String] {
    let (sentence, clause) = (text.words[index].sentence, text.words[index].clause)
    let before = words[..<index].indices.suffix(8).filter { text.words[$0].sentence == sentence }
    let subject = before.last { WordList.subjects.contains(words[$0]) }
    let start = subject ?? before.first { text.words[$0].clause == clause } ?? index
    return Array(words[start..<index])
  }

  /// Whether a verb that states something of a person ends the words: "I'm a strict", "my daughter is".
  static func isStated(_ before: [String]) -> Bool {
    guard let last = before.last(where: { !WordList.conditionFillers.contains($0) && Double($0) == nil }) else {
      return false
    }
    if last == "is" || last == "are" {
      return !WordList.relatives.words.isDisjoint(with: before) || before.first == "we"
    }
    // "My wife's expecting": the verb is part of the contraction.
    if last != "my", before.contains("my"), WordList.relatives.contains(last) { return true }
    return WordList.conditionVerbs.contains(last)
  }
}
