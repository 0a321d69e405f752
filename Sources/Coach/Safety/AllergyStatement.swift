/// The allergies and intolerances that a message states, retracts or denies.
package struct AllergyStatement: Sendable, Equatable {
  /// The stated allergies: keys of `allergens.tsv` and names of other foods.
  package private(set) var added: Set<String> = []
  /// The retracted allergies.
  package private(set) var removed: Set<String> = []
  /// The denial of all allergies: true after "I have no allergies".
  package private(set) var clearsAll = false
  /// The indices of the words of the statement, which do not name a food to eat.
  private(set) var positions: Set<Int> = []

  private static let maxNames = 20
  private static let maxTriggers = 20

  /// Reads the statement of a message; empty if it makes none.
  package init(_ message: String) { self.init(FoodText(message)) }

  init(_ text: FoodText) {
    let triggers = text.words.indices.lazy.filter { text.phrase(.allergyTriggers, at: $0) != nil }
    for index in triggers.prefix(Self.maxTriggers) where !text.isQuestion(index) {
      let foods = text.allergens(of: index)
      positions.formUnion(foods.positions.union([index]))
      if !text.isDenied(index) {
        added.formUnion(foods.keys)
      } else if foods.keys.isEmpty {
        clearsAll = true
      } else {
        removed.formUnion(foods.keys)
      }
    }
    let others = text.words.indices.lazy.compactMap { index in
      [text.avoided(at: index), text.reactive(to: index), text.free(at: index)].first { !$0.keys.isEmpty }
    }
    for foods in others.prefix(Self.maxTriggers) {
      added.formUnion(foods.keys)
      positions.formUnion(foods.positions)
    }
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  /// Whether the message states nothing about allergies.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }
}

/// The foods that a part of a message names, with the indices of their words.
struct NamedFoods {
  var keys: Set<String> = []
  var positions: Set<Int> = []

  mutating func add(_ keys: [String], _ range: Range<Int>) {
    self.keys.formUnion(keys)
    positions.formUnion(range)
  }
}

/// The ways to state an allergy.
extension FoodText {
  /// Returns the foods that the word "allergic" or its like at an index is about.
  func allergens(of index: Int) -> NamedFoods {
    if let value = value(.allergyTriggers, at: index), !value.isEmpty { return NamedFoods(keys: [value]) }
    let word = words[index]
    // "My lactose intolerance is acting up": what follows is no list.
    let isNoun = word == "allergy" || word.hasPrefix("intoleran")
    if isNoun, index > 0, written[index - 1].clause == written[index].clause, allergen(endingAt: index - 1) != nil {
      return list(from: index - 1, by: -1).foods
    }
    let links = words[(index + 1)...].prefix { WordList.allergyLinks.contains($0) || $0 == ":" }
    let after = links.isEmpty ? NamedFoods() : list(from: links.endIndex).foods
    let found = after.keys.isEmpty ? list(from: index - 1, by: -1).foods : after
    if !found.keys.isEmpty { return found }
    // "No eggs please, I'm allergic": the foods before the word, or on either side of "epipen".
    let isOfOneSide = word.hasPrefix("allerg") && !word.hasPrefix("allergist")
    return foods(in: index - 12..<(isOfOneSide ? index : index + 12), besides: index)
  }

  private func foods(in range: Range<Int>, besides index: Int) -> NamedFoods {
    range.clamped(to: words.indices).filter { isTogether($0, index) }.reduce(into: NamedFoods()) { found, place in
      guard let (keys, food) = allergen(at: place), !food.contains(index) else { return }
      found.add(keys, food)
    }
  }

  /// Reads "peanuts, shellfish and kiwi" from an index on, or "a nut and egg allergy" back from it: known allergens, and
  /// other words up to one that ends the list.
  /// - Parameter isAvoided: whether the list has only foods that are avoided for medical reasons.
  private func list(from start: Int, by step: Int = 1, isAvoided: Bool = false) -> (foods: NamedFoods, end: Int) {
    var found = NamedFoods()
    var index = start
    var other: [Int] = []
    func close() {
      let name = other.sorted().map { words[$0] }
      if !name.isEmpty, !name.contains(where: WordList.noAllergens.contains) {
        found.add([String(name.joined(separator: " ").prefix(40))], other[0]..<other[0])
        found.positions.formUnion(other)
      }
      other = []
    }
    while words.indices.contains(index), abs(index - start) < 24, isTogether(index, max(start, 0)) {
      let word = words[index]
      if index != start, written[index].clause != written[index - step].clause { close() }
      if let (keys, food) = step > 0 ? allergen(at: index) : allergen(endingAt: index),
        !isAvoided || WordList.avoidedFoods.hasAny(keys)
      {
        other = []
        found.add(keys, food)
        index = step > 0 ? food.upperBound : food.lowerBound - 1
        continue
      }
      if WordList.listSeparators.contains(word) || word == "/" {
        close()
      } else if !isAvoided, WordList.allergyEnds.contains(word) {
        break
      } else if !WordList.foodAdjectives.contains(word), !isAvoided || word != "no" {
        // Two words may name one food, but only one before "allergy".
        let isOpen = !isAvoided && other.count < 2 && (step > 0 || index == start)
        guard isOpen, mayName(word), written[index].number == nil else { break }
        other.append(index)
      }
      index += step
    }
    close()
    return (found, index)
  }

  private func mayName(_ word: String) -> Bool {
    word.utf8.count > 2 && !WordList.allergyLinks.contains(word) && !WordList.persons.contains(word)
  }

  /// Reads "I can't have dairy", "I avoid gluten" and "no dairy for me".
  ///
  /// The phrases of `weakAvoidances` need a subject before them ("I avoid"), those of `closedAvoidances` an end ("no dairy
  /// for me").
  func avoided(at index: Int) -> NamedFoods {
    let lists: [WordList] = [.avoidances, .weakAvoidances, .closedAvoidances]
    guard !before(index, 4).contains(where: WordList.pets.contains) else { return NamedFoods() }
    for list in lists {
      guard let phrase = phrase(list, at: index) else { continue }
      let (foods, end) = self.list(from: index + phrase.words.count, isAvoided: true)
      let isStated =
        switch list {
        case .weakAvoidances: !startsQuestion(index) && before(index, 4).contains(where: WordList.subjects.contains)
        // A plan "with no dairy" is no statement.
        case .closedAvoidances:
          before(index, 1) != ["with"] && end < words.count && isTogether(end, index)
            && self.phrase(.avoidanceEnds, at: end) != nil
        default: !isQuestion(index)
        }
      if isStated, !foods.keys.isEmpty { return foods }
    }
    return NamedFoods()
  }

  /// Reads "I react badly to eggs" and "milk gives me cramps": a food in one sentence with an effect, or with a cause that
  /// has an effect near it.
  func reactive(to index: Int) -> NamedFoods {
    var isReaction = phrase(.reactions, at: index) != nil
    if !isReaction, let cause = phrase(.reactionCauses, at: index) {
      isReaction = words.indices.dropFirst(index + cause.words.count).prefix(4).contains { place in
        isTogether(place, index) && phrase(.reactionEffects, at: place) != nil
      }
    }
    let isDenied = before(index, 1).contains(where: WordList.reactionDenials.contains)
    guard isReaction, !isDenied, !startsQuestion(index) else { return NamedFoods() }
    return foods(in: index - 8..<index + 10, besides: index)
  }

  /// Reads "I'm dairy free" and "gluten free here", not "gluten free bread".
  func free(at index: Int) -> NamedFoods {
    guard words[index] == "free", let (keys, food) = allergen(endingAt: index - 1),
      WordList.avoidedFoods.hasAny(keys)
    else { return NamedFoods() }
    let before = before(food.lowerBound, 6)
    let next = words[(index + 1)...].first.flatMap { written[index + 1].clause == written[index].clause ? $0 : nil }
    let isOfPerson =
      next.map { WordList.conditionAdditions.contains($0) || WordList.conditionFillers.contains($0) } ?? true
    let isStated =
      ConditionStatement.isStated(before) || before.contains("on")
      || index + 1 < words.count && before.allSatisfy(WordList.conditionFillers.contains)
    guard isOfPerson, isStated, !before.contains(where: WordList.denials.contains) else { return NamedFoods() }
    return NamedFoods(keys: Set(keys), positions: Set(food.lowerBound...index))
  }
}
