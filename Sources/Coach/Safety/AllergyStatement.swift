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

  /// The maximum number of allergies of one message.
  private static let maxNames = 20
  /// The maximum number of words like "allergic" that are read in one message.
  static let maxTriggers = 20

  /// Reads the statement of a message; empty if it makes none.
  package init(_ message: String) { self.init(SafetyText(message)) }

  init(_ text: SafetyText) {
    let foods = AllergenFoods.shared
    let words = foods.plain(text)
    for index in words.indices.lazy.filter({ Self.isTrigger(words[$0]) }).prefix(Self.maxTriggers) {
      guard !Self.isQuestion(text, index) else { continue }
      let names = names(words, text, around: index)
      positions.insert(index)
      if Self.isDenied(words, text, index) {
        if names.isEmpty { clearsAll = true }
        removed.formUnion(names)
      } else {
        added.formUnion(names)
      }
    }
    avoid(words, text)
    react(words, text)
    eatFree(words, text)
    if added.count > Self.maxNames { added = Set(added.sorted().prefix(Self.maxNames)) }
  }

  /// Whether the message states nothing about allergies.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }

  // MARK: - The words of a statement

  private static func isTrigger(_ word: String) -> Bool {
    word.hasPrefix("allerg") || word.hasPrefix("alerg") || word.hasPrefix("alerji") || word.hasPrefix("intoleran")
      || word.hasPrefix("intolleran") || word.hasPrefix("anaphyla") || word.hasPrefix("coeliac")
      || word.hasPrefix("celiac") || word.hasPrefix("celiaq") || word.hasPrefix("zoliak") || word == "epipen"
  }

  /// Whether the sentence is a general question: "Are people allergic to kiwi?" states nothing.
  static func isQuestion(_ text: SafetyText, _ index: Int) -> Bool {
    let sentence = text.words.filter { $0.sentence == text.words[index].sentence }.map(\.text)
    guard let first = sentence.first, WordList.generalQuestions.contains(first) else { return false }
    return WordList.persons.words.isDisjoint(with: sentence)
  }

  private static func isDenied(_ words: [String], _ text: SafetyText, _ index: Int) -> Bool {
    let before = StatementWords.ownClause(words, text, before: index).suffix(4)
    if before.contains(where: {
      ["not", "no", "never", "arent", "isnt", "outgrew", "outgrown", "without"].contains($0)
    }) {
      return true
    }
    if before.contains(where: { ["dont", "havent", "doesnt"].contains($0) }), !before.contains("know") { return true }
    return words[index...].prefix(10).contains { $0 == "anymore" } && before.contains { $0 == "was" || $0 == "wasnt" }
  }

  /// Returns the allergens before or after the trigger.
  private mutating func names(_ words: [String], _ text: SafetyText, around index: Int) -> Set<String> {
    if words[index].hasPrefix("coel") || words[index].hasPrefix("celia") || words[index].hasPrefix("zol") {
      return ["gluten"]
    }
    // "My lactose intolerance is acting up": what follows is no list.
    let isNoun = words[index] == "allergy" || words[index].hasPrefix("intoleran")
    if isNoun, index > 0, text.words[index - 1].clause == text.words[index].clause,
      Self.nameEnding(words, at: index - 1) != nil
    {
      return known(words, text, before: index)
    }
    var found: Set<String> = []
    var next = index + 1
    while next < words.count, WordList.allergyLinks.contains(words[next]) || words[next] == ":" { next += 1 }
    if next > index + 1 { found = list(words, text, from: next) }
    if found.isEmpty { found = known(words, text, before: index) }
    return found.isEmpty ? inSentence(words, text, around: index) : found
  }

  /// Reads "peanuts, shellfish and kiwi": known allergens, and other words up to one that ends the list.
  private mutating func list(_ words: [String], _ text: SafetyText, from start: Int) -> Set<String> {
    var found: Set<String> = []
    var index = start
    var other: [String] = []
    func close() {
      if !other.isEmpty, other.count <= 2, !other.contains(where: WordList.noAllergens.contains) {
        found.insert(String(other.joined(separator: " ").prefix(40)))
      }
      other = []
    }
    var clause = text.words[min(start, text.words.count - 1)].clause
    while index < words.count, text.words[index].sentence == text.words[start].sentence, index < start + 24 {
      if text.words[index].clause != clause {
        close()
        clause = text.words[index].clause
      }
      if let (keys, length) = Self.name(words, index) {
        other = []
        found.formUnion(keys)
        positions.formUnion(index..<index + length)
        index += length
      } else if WordList.listSeparators.contains(words[index]) || words[index] == "/" {
        close()
        index += 1
      } else if WordList.allergyEnds.contains(words[index]) || text.words[index].number != nil {
        break
      } else {
        if !WordList.foodAdjectives.contains(words[index]) {
          // Two words may name one food; a third one means that the list is over.
          guard other.count < 2 else { break }
          other.append(words[index])
          positions.insert(index)
        }
        index += 1
      }
    }
    close()
    return found
  }

  /// Reads "a nut and egg allergy" and "lactose intolerant".
  private mutating func known(_ words: [String], _ text: SafetyText, before index: Int) -> Set<String> {
    var found: Set<String> = []
    var place = index - 1
    while place >= 0, index - place <= 6, text.words[place].sentence == text.words[index].sentence {
      if let (start, keys) = Self.nameEnding(words, at: place) {
        found.formUnion(keys)
        positions.formUnion(start...place)
        place = start
      } else if place == index - 1, !Self.isSmall(words[place]), !WordList.noAllergens.contains(words[place]),
        !WordList.foodAdjectives.contains(words[place]), text.words[place].number == nil,
        text.words[place].clause == text.words[index].clause
      {
        found.insert(String(words[place].prefix(40)))
        positions.insert(place)
      } else if !WordList.listSeparators.contains(words[place]), !WordList.foodAdjectives.contains(words[place]) {
        break
      }
      place -= 1
    }
    return found
  }

  /// Reads "no eggs please, I'm allergic": the avoided foods that the sentence names before the trigger, or on either
  /// side of "epipen".
  private mutating func inSentence(_ words: [String], _ text: SafetyText, around index: Int) -> Set<String> {
    var found: Set<String> = []
    let isOfOneSide = words[index].hasPrefix("allerg") && !words[index].hasPrefix("allergist")
    let end = isOfOneSide ? index : min(words.count, index + 12)
    for place in max(0, index - 12)..<end where text.words[place].sentence == text.words[index].sentence {
      guard let (keys, length) = Self.name(words, place), place >= index || place + length <= index else { continue }
      found.formUnion(keys)
      positions.formUnion(place..<place + length)
    }
    return found
  }

  /// Returns the longest name whose last word stands at an index: "sesame seed".
  private static func nameEnding(_ words: [String], at end: Int) -> (start: Int, keys: [String])? {
    for length in [3, 2, 1] where end - length + 1 >= 0 {
      let start = end - length + 1
      if let keys = AllergenFoods.shared.names[Array(words[start...end])] { return (start, keys) }
    }
    return nil
  }

  static func name(_ words: [String], _ index: Int) -> (keys: [String], length: Int)? {
    let names = AllergenFoods.shared.names
    for length in [3, 2, 1] where index + length <= words.count {
      if let keys = names[Array(words[index..<index + length])] { return (keys, length) }
    }
    return nil
  }

  private static func isSmall(_ word: String) -> Bool {
    WordList.allergyEnds.contains(word) || WordList.allergyLinks.contains(word) || WordList.persons.contains(word)
      || word.utf8.count < 3
  }

}
