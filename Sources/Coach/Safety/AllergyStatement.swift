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
    for index in Self.places(of: .allergyTriggers, in: text) {
      let names = names(text, around: index)
      positions.insert(index)
      if !Self.isDenied(text, index) {
        added.formUnion(names)
      } else if names.isEmpty {
        clearsAll = true
      } else {
        removed.formUnion(names)
      }
    }
    avoid(text)
    react(text)
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  /// Whether the message states nothing about allergies.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }

  // MARK: - The words of a statement

  /// Returns the places of the phrases of a list, without those of general questions: "Are people allergic to kiwi?" states
  /// nothing.
  private static func places(of list: WordList, in text: FoodText) -> [Int] {
    text.words.indices.lazy.filter { text.value(list, at: $0) != nil }.prefix(maxTriggers).filter { index in
      let sentence = text.written.filter { $0.sentence == text.written[index].sentence }.map(\.text)
      return !WordList.generalQuestions.contains(sentence.first) || !WordList.persons.words.isDisjoint(with: sentence)
    }
  }

  private static func isDenied(_ text: FoodText, _ index: Int) -> Bool {
    let before = text.before(index, 4)
    if before.contains(where: WordList.allergyDenials.contains) { return true }
    if before.contains(where: ["dont", "havent", "doesnt"].contains), !before.contains("know") { return true }
    return text.words[index...].prefix(10).contains("anymore") && before.contains { $0 == "was" || $0 == "wasnt" }
  }

  /// Adds the frequent allergen that is named at `index`, and returns the number of its words.
  private mutating func addFrequent(_ text: FoodText, at index: Int) -> Int? {
    guard let (keys, length) = text.allergen(at: index), !WordList.avoidedFoods.words.isDisjoint(with: keys) else {
      return nil
    }
    added.formUnion(keys)
    positions.formUnion(index..<index + length)
    return length
  }

  /// Reads "I can't have dairy" as an intolerance, for foods that are avoided for medical reasons.
  private mutating func avoid(_ text: FoodText) {
    for index in Self.places(of: .toleranceVerbs, in: text) {
      var next = index + 2
      while next < min(text.words.count, index + 10), text.isTogether(next, index) {
        if let length = addFrequent(text, at: next) {
          next += length
        } else if Self.isBetweenNames(text.words[next]) {
          next += 1
        } else {
          break
        }
      }
    }
  }

  /// Reads "I react badly to eggs" and "no shellfish for me, I blow up": a food and its effect in one sentence.
  private mutating func react(_ text: FoodText) {
    for cue in Self.places(of: .reactions, in: text) {
      for index in max(0, cue - 8)..<min(text.words.count, cue + 8) where text.isTogether(index, cue) {
        _ = addFrequent(text, at: index)
      }
    }
  }

  private mutating func names(_ text: FoodText, around index: Int) -> Set<String> {
    if let value = text.value(.allergyTriggers, at: index), !value.isEmpty { return [value] }
    var next = index + 1
    while next < text.words.count, WordList.allergyLinks.contains(text.words[next]) || text.words[next] == ":" {
      next += 1
    }
    let after = next > index + 1 ? list(text, from: next) : []
    return after.isEmpty ? known(text, before: index) : after
  }

  /// Reads "peanuts, shellfish and kiwi": known allergens, and other words up to one that ends the list.
  private mutating func list(_ text: FoodText, from start: Int) -> Set<String> {
    var found: Set<String> = []
    var index = start
    var other: [String] = []
    func close() {
      if (1...2).contains(other.count), !other.contains(where: WordList.noAllergens.contains) {
        found.insert(Self.name(other))
      }
      other = []
    }
    while index < min(text.words.count, start + 24), text.isTogether(index, start) {
      let word = text.words[index]
      if index > start, text.written[index].clause != text.written[index - 1].clause { close() }
      if let (keys, length) = text.allergen(at: index) {
        other = []
        found.formUnion(keys)
        positions.formUnion(index..<index + length)
        index += length
        continue
      }
      if WordList.listSeparators.contains(word) || word == "/" {
        close()
      } else if WordList.allergyEnds.contains(word) || text.written[index].number != nil {
        break
      } else if !WordList.foodAdjectives.contains(word) {
        // Two words may name one food; a third one means that the list is over.
        guard other.count < 2 else { break }
        other.append(word)
        positions.insert(index)
      }
      index += 1
    }
    close()
    return found
  }

  /// Reads "a nut and egg allergy" and "lactose intolerant".
  private mutating func known(_ text: FoodText, before index: Int) -> Set<String> {
    var found: Set<String> = []
    for place in (max(0, index - 6)..<index).reversed() where text.isTogether(place, index) {
      if let (keys, length) = text.allergen(at: place) {
        found.formUnion(keys)
        positions.formUnion(place..<min(place + length, index))
      } else if place == index - 1, Self.mayName(text.words[place]), text.written[place].number == nil {
        found.insert(Self.name([text.words[place]]))
        positions.insert(place)
      } else if !Self.isBetweenNames(text.words[place]) {
        break
      }
    }
    return found
  }

  private static func name(_ words: [String]) -> String { String(words.joined(separator: " ").prefix(40)) }

  private static func isBetweenNames(_ word: String) -> Bool {
    WordList.listSeparators.contains(word) || WordList.foodAdjectives.contains(word)
  }

  private static func mayName(_ word: String) -> Bool {
    let others: [WordList] = [.allergyEnds, .allergyLinks, .persons, .noAllergens, .foodAdjectives]
    return word.utf8.count >= 3 && !others.contains { $0.contains(word) }
  }
}
