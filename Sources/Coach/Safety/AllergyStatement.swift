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

  /// Reads the statement of a message; empty if it makes none.
  package init(_ message: String) { self.init(FoodText(message)) }

  init(_ text: FoodText) {
    for index in text.places(of: .allergyTriggers) {
      let foods = text.allergens(of: index)
      positions.formUnion(foods.positions.union([index]))
      if !Self.isDenied(text, index) {
        added.formUnion(foods.keys)
      } else if foods.keys.isEmpty {
        clearsAll = true
      } else {
        removed.formUnion(foods.keys)
      }
    }
    // "No" is "in the" in Portuguese: these phrases are English.
    if SafetyStage.language(text.written.map(\.text)) == .en {
      for list in [WordList.avoidances, .weakAvoidances, .closedAvoidances] {
        for index in text.places(of: list) { add(text.avoided(list, at: index)) }
      }
      for index in text.places(where: text.isReaction) { add(text.reactive(to: index)) }
      for index in text.places(where: { text.words[$0] == "free" }) { add(text.free(before: index)) }
    }
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  /// Whether the message states nothing about allergies.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }

  mutating func forgetAdded() { added = [] }

  mutating func add(_ foods: NamedFoods) {
    added.formUnion(foods.keys)
    positions.formUnion(foods.positions)
  }

  private static func isDenied(_ text: FoodText, _ index: Int) -> Bool {
    let before = text.ownClause(before: index).suffix(4)
    if before.contains(where: WordList.allergyDenials.contains) { return true }
    if before.contains(where: ["dont", "havent", "doesnt"].contains), !before.contains("know") { return true }
    return text.words[index...].prefix(10).contains("anymore") && before.contains { $0 == "was" || $0 == "wasnt" }
  }
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
  private static let maxTriggers = 20

  /// Returns the places of the phrases of a list, without those of general questions.
  func places(of list: WordList) -> [Int] { places { phrase(list, at: $0) != nil } }

  func places(where isTrigger: (Int) -> Bool) -> [Int] {
    words.indices.lazy.filter(isTrigger).prefix(Self.maxTriggers).filter { !isQuestion($0) }
  }

  private func foods(in range: Range<Int>, besides index: Int) -> NamedFoods {
    range.clamped(to: words.indices).filter { isTogether($0, index) }.reduce(into: NamedFoods()) { found, place in
      guard let (keys, length) = allergen(at: place), place >= index || place + length <= index else { return }
      found.add(keys, place..<place + length)
    }
  }

  /// Returns the foods that the word "allergic" or its like at an index is about.
  func allergens(of index: Int) -> NamedFoods {
    if let value = value(.allergyTriggers, at: index), !value.isEmpty { return NamedFoods(keys: [value]) }
    let word = words[index]
    // "My lactose intolerance is acting up": what follows is no list.
    let isNoun = word == "allergy" || word.hasPrefix("intoleran")
    if isNoun, index > 0, written[index - 1].clause == written[index].clause, allergen(endingAt: index - 1) != nil {
      return list(before: index)
    }
    let links = words[(index + 1)...].prefix { WordList.allergyLinks.contains($0) || $0 == ":" }
    let after = links.isEmpty ? NamedFoods() : list(from: links.endIndex).foods
    let found = after.keys.isEmpty ? list(before: index) : after
    if !found.keys.isEmpty { return found }
    // "No eggs please, I'm allergic": the foods before the word, or on either side of "epipen".
    let isOfOneSide = word.hasPrefix("allerg") && !word.hasPrefix("allergist")
    return foods(in: index - 12..<(isOfOneSide ? index : index + 12), besides: index)
  }

  /// Reads "peanuts, shellfish and kiwi": known allergens, and other words up to one that ends the list.
  /// - Parameter isAvoided: whether the list has only foods that are avoided for medical reasons.
  private func list(from start: Int, isAvoided: Bool = false) -> (foods: NamedFoods, end: Int) {
    var found = NamedFoods()
    var index = start
    var other: [String] = []
    func close() {
      if (1...2).contains(other.count), !other.contains(where: WordList.noAllergens.contains) {
        found.keys.insert(Self.name(other))
      }
      other = []
    }
    while index < min(words.count, start + 24), isTogether(index, start) {
      let word = words[index]
      if index > start, written[index].clause != written[index - 1].clause { close() }
      if let (keys, length) = allergen(at: index), !isAvoided || WordList.avoidedFoods.hasAny(keys) {
        other = []
        found.add(keys, index..<index + length)
        index += length
        continue
      }
      if WordList.listSeparators.contains(word) || word == "/" {
        close()
      } else if !isAvoided, WordList.allergyEnds.contains(word) || written[index].number != nil {
        break
      } else if !WordList.foodAdjectives.contains(word), !(isAvoided && word == "no") {
        // Two words may name one food; a third one means that the list is over.
        if isAvoided || other.count == 2 { break }
        other.append(word)
        found.positions.insert(index)
      }
      index += 1
    }
    close()
    return (found, index)
  }

  /// Reads "a nut and egg allergy" and "lactose intolerant".
  private func list(before index: Int) -> NamedFoods {
    var found = NamedFoods()
    var place = index - 1
    while place >= max(0, index - 6), isTogether(place, index) {
      let word = words[place]
      if let (keys, start) = allergen(endingAt: place) {
        found.add(keys, start..<place + 1)
        place = start
      } else if place == index - 1, Self.mayName(word), written[place].number == nil,
        written[place].clause == written[index].clause
      {
        found.add([Self.name([word])], place..<index)
      } else if !WordList.listSeparators.contains(word), !WordList.foodAdjectives.contains(word) {
        break
      }
      place -= 1
    }
    return found
  }

  private static func name(_ words: [String]) -> String { String(words.joined(separator: " ").prefix(40)) }

  private static func mayName(_ word: String) -> Bool {
    let others: [WordList] = [.allergyEnds, .allergyLinks, .persons, .noAllergens, .foodAdjectives]
    return word.utf8.count >= 3 && !others.contains { $0.contains(word) }
  }

  // MARK: - Without the word "allergy"

  /// Reads "I can't have dairy", "I avoid gluten" and "no dairy for me".
  ///
  /// The phrases of `weakAvoidances` need a subject before them ("I avoid"), those of `closedAvoidances` an end ("no dairy
  /// for me").
  func avoided(_ list: WordList, at index: Int) -> NamedFoods {
    let (foods, end) = self.list(from: index + (phrase(list, at: index)?.words.count ?? 1), isAvoided: true)
    let isStated =
      switch list {
      case .weakAvoidances:
        !WordList.reactionQuestions.contains(first(ofSentence: index))
          && !WordList.generalQuestions.contains(first(ofSentence: index))
          && before(index, 4).contains(where: WordList.subjects.contains)
      // A plan "with no dairy" is no statement.
      case .closedAvoidances:
        before(index, 1) != ["with"] && end < words.count && isTogether(end, index)
          && phrase(.avoidanceEnds, at: end) != nil
      default: true
      }
    return isStated && !words[..<index].suffix(4).contains(where: WordList.pets.contains) ? foods : NamedFoods()
  }

  /// Whether the words name an effect: "my throat", or a cause with an effect near it: "makes me really sick".
  func isReaction(_ index: Int) -> Bool {
    if phrase(.reactions, at: index) != nil { return true }
    guard index > 0, isTogether(index - 1, index), let cause = phrase(.reactionCauses, at: index) else { return false }
    return words.indices.dropFirst(index + cause.words.count).prefix(4).contains { place in
      isTogether(place, index) && phrase(.reactionEffects, at: place) != nil
    }
  }

  /// Reads "I react badly to eggs" and "milk gives me cramps": a food and its effect in one sentence.
  func reactive(to index: Int) -> NamedFoods {
    let isDenied = index > 0 && WordList.reactionDenials.contains(words[index - 1])
    if WordList.reactionQuestions.contains(first(ofSentence: index)) || isDenied { return NamedFoods() }
    return foods(in: index - 8..<index + 10, besides: index)
  }

  /// Reads "I'm dairy free" and "gluten free here", not "gluten free bread".
  func free(before index: Int) -> NamedFoods {
    guard index > 0, let (keys, start) = allergen(endingAt: index - 1), WordList.avoidedFoods.hasAny(keys) else {
      return NamedFoods()
    }
    let isLast = index + 1 == words.count || written[index + 1].clause != written[index].clause
    let next = isLast ? nil : words[index + 1]
    let before = before(start, 6)
    let isOfPerson =
      next.map { WordList.conditionAdditions.contains($0) || WordList.conditionFillers.contains($0) } ?? true
    let isStated =
      ConditionStatement.isStated(before) || next == "diet" && before.contains("on")
      || next != nil && before.allSatisfy(WordList.conditionFillers.contains)
    guard isOfPerson, isStated, !before.contains(where: WordList.denials.contains) else { return NamedFoods() }
    return NamedFoods(keys: Set(keys), positions: Set(start...index))
  }
}
