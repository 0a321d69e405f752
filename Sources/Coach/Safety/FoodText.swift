import Nutrition

/// A text whose words are in the singular, with misspelt names of restricted foods corrected.
struct FoodText: Sendable {
  let written: [Word]
  let words: [String]

  init(_ text: SafetyText) {
    written = text.words
    words = RestrictedFoods.shared.plain(text.words)
  }

  init(_ text: String) { self.init(SafetyText(text)) }

  func isTogether(_ left: Int, _ right: Int) -> Bool { written[left].sentence == written[right].sentence }

  /// Returns the words directly before `index` in its sentence.
  func before(_ index: Int, _ count: Int) -> [String] {
    words[..<index].indices.suffix(count).filter { isTogether($0, index) }.map { words[$0] }
  }

  /// Returns the words before an index from the last subject of the sentence on, or those of the clause without one: "no
  /// eggs please, I'm" gives "I'm".
  func ownClause(before index: Int) -> [String] {
    let before = words[..<index].indices.suffix(8).filter { isTogether($0, index) }
    let subject = before.last { WordList.subjects.contains(words[$0]) }
    return Array(words[(subject ?? before.first { written[$0].clause == written[index].clause } ?? index)..<index])
  }

  /// Returns the words of the sentence of an index.
  func sentence(of index: Int) -> ArraySlice<String> {
    let start = written[..<index].lastIndex { $0.sentence != written[index].sentence }.map { $0 + 1 } ?? 0
    return words[start..<(written[index...].firstIndex { $0.sentence != written[index].sentence } ?? words.count)]
  }

  /// Returns the first word of the sentence of an index, as it is written.
  func first(ofSentence index: Int) -> String? { written[sentence(of: index).startIndex].text }

  /// Whether the sentence is a general question: "Are people allergic to kiwi?" states nothing.
  func isQuestion(_ index: Int) -> Bool {
    let sentence = written[sentence(of: index).indices].map(\.text)
    return WordList.generalQuestions.contains(sentence.first) && !WordList.persons.hasAny(sentence)
  }

  func phrase(_ list: WordList, at index: Int) -> Phrase? { list.phrases.longest(in: words, at: index) }

  /// Returns the keys of the allergen that is named at `index`, with the number of its words.
  func allergen(at index: Int) -> (keys: [String], length: Int)? { longest(RestrictedFoods.shared.names, at: index) }

  /// Returns the keys of the longest allergen whose last word stands at `index`, with the index of its first word.
  func allergen(endingAt index: Int) -> (keys: [String], start: Int)? {
    for start in max(0, index - 2)...index {
      if let keys = RestrictedFoods.shared.names[Array(words[start...index])] { return (keys, start) }
    }
    return nil
  }

  /// Returns the value of the row of a list of which a phrase stands at `index`.
  func value(_ list: WordList, at index: Int) -> String? {
    list.values.first { $0.phrases.longest(in: words, at: index) != nil }?.value
  }

  /// Returns the value of the longest key at `index`, of at most three words.
  func longest<Value>(_ table: [[String]: Value], at index: Int) -> (Value, length: Int)? {
    for length in [3, 2, 1] where index + length <= words.count {
      if let value = table[Array(words[index..<index + length])] { return (value, length) }
    }
    return nil
  }
}

/// The foods of all restrictions.
struct RestrictedFoods: Sendable {
  struct Mention: Sendable, Equatable {
    var key: String
    var start: Int
    var end: Int
  }

  static let shared = RestrictedFoods()

  /// The keys of the allergens of each name that users state; a name is a list of words.
  let names: [[String]: [String]]
  let keys: Set<String>
  /// The phrases by their first word. One that is no food names an exception.
  private let phrases: [String: [(words: [String], key: String, isFood: Bool)]]
  private let fuzzy: FuzzyWords

  private init() {
    let all = Restriction.allergens + Restriction.ofConditions
    let phrases = all.flatMap { rule in
      rule.foods.map { (words: FoodPhrase.words($0), key: rule.key, isFood: true) }
        + rule.exceptions.map { (words: FoodPhrase.words($0), key: rule.key, isFood: false) }
    }
    names = Restriction.allergens.reduce(into: [:]) { names, allergen in
      for name in allergen.names { names[FoodPhrase.words(name), default: []].append(allergen.key) }
    }
    keys = Set(all.map(\.key))
    self.phrases = Dictionary(grouping: phrases.filter { !$0.words.isEmpty }) { $0.words[0] }
    fuzzy = FuzzyWords(
      Array(Set(phrases.flatMap(\.words).filter { $0.utf8.count >= 6 })),
      ordinary: Set(FuzzyWords.ordinaryWords.map(FoodPhrase.singular)))
  }

  /// Returns the words in the singular, with misspelt names of these foods corrected.
  func plain(_ words: [Word]) -> [String] {
    fuzzy.corrected(words.map { FoodPhrase.singular($0.text) }, most: 40) {
      phrases[$0] == nil && $0.first?.isNumber != true
    }
  }

  /// Returns the dishes that are made with foods of these restrictions, and foods in the language of the text: "sahne" is
  /// cream.
  ///
  /// The ingredients of medical conditions are left out, because amount and heat decide there: a curry with a spoonful of
  /// sugar, a soup of raw fish.
  /// - Parameter depth: how many dishes that are ingredients of dishes are looked into.
  private func dishes(with wanted: Set<String>, in words: [String], depth: Int) -> [Mention] {
    if depth == 0 { return [] }
    let ofIngredients = wanted.subtracting(
      Restriction.keys(of: Set(DietaryCondition.allCases.filter(\.isMedical))))
    let dishes = FoodTable.builtIn.ingredients(in: words).map { ($0.words, $0.ingredients, ofIngredients) }
    let local = Languages.language(SafetyStage.language(words).rawValue)?.foods(in: words) ?? []
    let foods = local.map { ($0.words, [$0.english.joined(separator: " ")], wanted) }
    return (dishes + foods).flatMap { place, names, wanted in
      let keys = names.flatMap {
        mentions(of: wanted, in: FoodPhrase.words($0.lowercased()), depth: depth - 1).map(\.key)
      }
      return Set(keys).map { Mention(key: $0, start: place.lowerBound, end: place.upperBound) }
    }
  }

  /// Returns the foods of these restrictions, without exceptions that only sound like one. A key that the tables do not
  /// have is the name of a food itself.
  func mentions(of wanted: Set<String>, in words: [String], depth: Int = 3) -> [Mention] {
    let others = wanted.subtracting(keys).sorted().map { (words: FoodPhrase.words($0), key: $0, isFood: true) }
    var mentions: [Mention] = []
    var excepted: [String: Set<Int>] = [:]
    for index in words.indices {
      let listed = (phrases[words[index]] ?? []).filter { wanted.contains($0.key) }
      for phrase in listed + others where !phrase.words.isEmpty && words[index...].starts(with: phrase.words) {
        let end = index + phrase.words.count
        if phrase.isFood { mentions.append(Mention(key: phrase.key, start: index, end: end)) }
        if !phrase.isFood { excepted[phrase.key, default: []].formUnion(index..<end) }
      }
    }
    func isFood(_ mention: Mention) -> Bool {
      excepted[mention.key]?.isSuperset(of: mention.start..<mention.end) != true
    }
    let named = mentions.filter(isFood)
    // A food that is named itself says more than the dish around it: "satay" of "satay sauce".
    let dishes = dishes(with: wanted, in: words, depth: depth).filter { dish in
      !named.contains { $0.key == dish.key && $0.start < dish.end && dish.start < $0.end }
    }
    return named + dishes.filter(isFood)
  }
}
