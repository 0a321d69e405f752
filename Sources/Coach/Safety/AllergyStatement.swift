/// Statements about allergies and intolerances: keys of `allergens.tsv` and names of other foods.
package typealias AllergyStatement = Statement<String>

extension Statement<String> {
  private static let maxNames = 20
  private static let maxTriggers = 20

  /// Reads the statement of a message; empty if it makes none.
  package init(_ message: String) { self.init(FoodText(message)) }

  init(_ text: FoodText) {
    let triggers = text.words.indices.lazy.filter { text.entry(.allergyTriggers, at: $0) != nil }
    for index in triggers.prefix(Self.maxTriggers) where !text.isQuestion(index) {
      let foods = text.allergens(of: index)
      let keys = foods.flatMap(\.keys)
      positions.formUnion(foods.flatMap(\.range) + [index])
      if !text.isDenied(index) {
        added.formUnion(keys)
      } else if keys.isEmpty {
        clearsAll = true
      } else {
        removed.formUnion(keys)
      }
    }
    // "No" is "in the" in Portuguese: these phrases are English.
    let indices = SafetyStage.language(text.written.map(\.text)) == .en ? text.words.indices : 0..<0
    let others = indices.lazy.map { index in
      text.avoided(at: index) + text.reactive(to: index) + text.free(at: index)
    }
    add(others.filter { !$0.isEmpty }.prefix(Self.maxTriggers).flatMap(\.self))
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  mutating func add(_ foods: [FoodText.NamedFood]) {
    added.formUnion(foods.flatMap(\.keys))
    positions.formUnion(foods.flatMap(\.range))
  }
}

/// The ways to state an allergy.
extension FoodText {
  /// Returns the foods that the word "allergic" or its like at an index is about.
  fileprivate func allergens(of index: Int) -> [NamedFood] {
    if let value = entry(.allergyTriggers, at: index)?.value, !value.isEmpty { return [([value], index..<index + 1)] }
    let word = words[index]
    let before = list(from: index - 1, by: -1).foods
    // "My lactose intolerance is acting up": what follows is no list.
    let isNoun = word == "allergy" || word.hasPrefix("intoleran")
    if isNoun, index > 0, written[index - 1].clause == written[index].clause, allergen(endingAt: index - 1) != nil {
      return before
    }
    let links = words[(index + 1)...].prefix { WordList.allergyLinks.contains($0) || $0 == ":" }
    let after = links.isEmpty ? [] : list(from: links.endIndex).foods
    if let found = [after, before].first(where: { !$0.isEmpty }) { return found }
    // "No eggs please, I'm allergic": the foods before the word, or on either side of "epipen".
    let isOfOneSide = word.hasPrefix("allerg") && !word.hasPrefix("allergist")
    return foods(in: index - 12..<(isOfOneSide ? index : index + 12), besides: index)
  }

  private func foods(in range: Range<Int>, besides index: Int) -> [NamedFood] {
    range.clamped(to: words.indices).compactMap { isTogether($0, index) ? allergen(at: $0) : nil }
      .filter { !$0.range.contains(index) }
  }

  /// Reads "peanuts, shellfish and kiwi" from an index on, or "a nut and egg allergy" back from it: known allergens, and
  /// other words up to one that ends the list.
  /// - Parameter isAvoided: whether the list has only foods that are avoided for medical reasons.
  private func list(from start: Int, by step: Int = 1, isAvoided: Bool = false) -> (foods: [NamedFood], end: Int) {
    var found: [NamedFood] = []
    var index = start
    var other: Range<Int>?
    func close() {
      if let other, !words[other].contains(where: WordList.noAllergens.contains) {
        found.append(([String(words[other].joined(separator: " ").prefix(40))], other))
      }
      other = nil
    }
    while words.indices.contains(index), abs(index - start) < 24, isTogether(index, start) {
      let word = words[index]
      if index != start, written[index].clause != written[index - step].clause { close() }
      if let food = step > 0 ? allergen(at: index) : allergen(endingAt: index),
        !isAvoided || WordList.avoidedFoods.hasAny(food.keys)
      {
        other = nil
        found.append(food)
        index = step > 0 ? food.range.upperBound : food.range.lowerBound - 1
        continue
      }
      if WordList.listSeparators.contains(word) || word == "/" {
        close()
      } else if !isAvoided, WordList.allergyEnds.contains(word) {
        break
      } else if !WordList.foodAdjectives.contains(word), !isAvoided || word != "no" {
        // Two words may name one food, but only one before "allergy".
        let isOpen = !isAvoided && other?.count ?? 0 < 2 && (step > 0 || index == start)
        guard isOpen, mayName(word), written[index].number == nil else { break }
        other = (other?.lowerBound ?? index)..<index + 1
      }
      index += step
    }
    close()
    return (found, index)
  }

  private func mayName(_ word: String) -> Bool {
    word.utf8.count > 2 && !WordList.allergyLinks.contains(word) && !WordList.persons.contains(word)
  }

  /// Reads "I can't have dairy"; after some phrases only with a `subject` ("I avoid gluten"), or with an `end` ("no
  /// dairy for me").
  fileprivate func avoided(at index: Int) -> [NamedFood] {
    guard let (phrase, needs) = entry(.avoidances, at: index) else { return [] }
    let (foods, end) = list(from: index + phrase.words.count, isAvoided: true)
    let before = before(index, 4)
    let isStated =
      switch needs {
      case "subject": !startsQuestion(index) && before.contains(where: WordList.subjects.contains)
      // A plan "with no dairy" is no statement.
      case "end":
        before.last != "with" && end < words.count && isTogether(end, index) && entry(.avoidanceEnds, at: end) != nil
      default: !isQuestion(index)
      }
    return isStated && !before.contains(where: WordList.pets.contains) ? foods : []
  }

  /// Reads "I react badly to eggs" and "milk gives me cramps": a food in one sentence with an effect, or with a cause
  /// that has an effect near it.
  fileprivate func reactive(to index: Int) -> [NamedFood] {
    var isReaction = entry(.reactions, at: index) != nil
    if !isReaction, let cause = entry(.reactionCauses, at: index)?.phrase {
      isReaction = words.indices.dropFirst(index + cause.words.count).prefix(4).contains { place in
        isTogether(place, index) && entry(.reactionEffects, at: place) != nil
      }
    }
    let isDenied = before(index, 1).contains(where: WordList.reactionDenials.contains)
    guard isReaction, !isDenied, !startsQuestion(index) else { return [] }
    return foods(in: index - 8..<index + 10, besides: index)
  }

  /// Reads "I'm dairy free" and "gluten free here", not "gluten free bread".
  fileprivate func free(at index: Int) -> [NamedFood] {
    guard words[index] == "free", let food = allergen(endingAt: index - 1),
      WordList.avoidedFoods.hasAny(food.keys)
    else { return [] }
    let before = before(food.range.lowerBound, 6)
    let next = words[(index + 1)...].first.flatMap { written[index + 1].clause == written[index].clause ? $0 : nil }
    let isOfPerson =
      next.map { WordList.conditionAdditions.contains($0) || WordList.conditionFillers.contains($0) } ?? true
    let isStated =
      ConditionStatement.isStated(before) || before.contains("on")
      || index + 1 < words.count && before.allSatisfy(WordList.conditionFillers.contains)
    guard isOfPerson, isStated, !before.contains(where: WordList.denials.contains) else { return [] }
    return [(food.keys, food.range.lowerBound..<index + 1)]
  }
}
