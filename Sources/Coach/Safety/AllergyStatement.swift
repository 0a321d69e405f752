/// The allergies and intolerances that a message states, retracts or denies.
package struct AllergyStatement: Sendable, Equatable {
  /// The stated allergies: keys of `allergens.tsv` and names of other foods.
  package internal(set) var added: Set<String> = []
  /// The retracted allergies.
  package private(set) var removed: Set<String> = []
  /// The denial of all allergies: true after "I have no allergies".
  package private(set) var clearsAll = false
  /// The indices of the words of the statement, which do not name a food to eat.
  var positions: Set<Int> = []

  private static let maxNames = 20
  static let maxTriggers = 20

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
    eatFree(text)
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  /// Whether the message states nothing about allergies.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }

  // MARK: - The words of a statement

  /// Returns the places of the phrases of a list, without those of general questions.
  static func places(of list: WordList, in text: FoodText) -> [Int] {
    text.words.indices.lazy.filter { text.phrase(list, at: $0) != nil }.prefix(maxTriggers)
      .filter { !text.isQuestion($0) }
  }

  private static func isDenied(_ text: FoodText, _ index: Int) -> Bool {
    let before = text.ownClause(before: index).suffix(4)
    if before.contains(where: WordList.allergyDenials.contains) { return true }
    if before.contains(where: ["dont", "havent", "doesnt"].contains), !before.contains("know") { return true }
    return text.words[index...].prefix(10).contains("anymore") && before.contains { $0 == "was" || $0 == "wasnt" }
  }

  /// Reads "no eggs please, I'm allergic": the foods that the sentence names before the trigger, or on either side of
  /// "epipen".
  private mutating func inSentence(_ text: FoodText, around index: Int) -> Set<String> {
    var found: Set<String> = []
    let isOfOneSide = text.words[index].hasPrefix("allerg") && !text.words[index].hasPrefix("allergist")
    let end = isOfOneSide ? index : min(text.words.count, index + 12)
    for place in max(0, index - 12)..<end where text.isTogether(place, index) {
      guard let (keys, length) = text.allergen(at: place), place >= index || place + length <= index else { continue }
      found.formUnion(keys)
      positions.formUnion(place..<place + length)
    }
    return found
  }

  private mutating func names(_ text: FoodText, around index: Int) -> Set<String> {
    if let value = text.value(.allergyTriggers, at: index), !value.isEmpty { return [value] }
    // "My lactose intolerance is acting up": what follows is no list.
    let isNoun = text.words[index] == "allergy" || text.words[index].hasPrefix("intoleran")
    if isNoun, index > 0, text.written[index - 1].clause == text.written[index].clause,
      text.allergen(endingAt: index - 1) != nil
    {
      return known(text, before: index)
    }
    var next = index + 1
    while next < text.words.count, WordList.allergyLinks.contains(text.words[next]) || text.words[next] == ":" {
      next += 1
    }
    let after = next > index + 1 ? list(text, from: next) : []
    let found = after.isEmpty ? known(text, before: index) : after
    return found.isEmpty ? inSentence(text, around: index) : found
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
    var next = index - 1
    while next >= max(0, index - 6), text.isTogether(next, index) {
      let place = next
      next -= 1
      if let (keys, start) = text.allergen(endingAt: place) {
        found.formUnion(keys)
        positions.formUnion(start...place)
        next = start - 1
      } else if place == index - 1, Self.mayName(text.words[place]), text.written[place].number == nil,
        text.written[place].clause == text.written[index].clause
      {
        found.insert(Self.name([text.words[place]]))
        positions.insert(place)
      } else if !Self.isBetweenNames(text.words[place]) {
        break
      }
    }
    return found
  }

  private static func name(_ words: [String]) -> String { String(words.joined(separator: " ").prefix(40)) }

  static func isBetweenNames(_ word: String) -> Bool {
    WordList.listSeparators.contains(word) || WordList.foodAdjectives.contains(word)
  }

  private static func mayName(_ word: String) -> Bool {
    let others: [WordList] = [.allergyEnds, .allergyLinks, .persons, .noAllergens, .foodAdjectives]
    return word.utf8.count >= 3 && !others.contains { $0.contains(word) }
  }
}
