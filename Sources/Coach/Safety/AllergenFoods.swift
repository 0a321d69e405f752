/// The foods that contain an allergen, obvious or hidden, or conflict with a condition. Rows of `allergens.tsv`:
///   key  names (as users state the allergy)  foods  exceptions (foods that only sound like it), each joined by ','
/// Each rule of `ConditionRule` is a further key, without names.
struct AllergenFoods: Sendable {
  /// A run of words of a message that names a food.
  struct Mention: Sendable, Equatable {
    var key: String
    var start: Int
    var end: Int
  }

  private struct Phrase: Sendable {
    var words: [String]
    var key: String
    /// Whether the phrase names a food; otherwise it names an exception.
    var isFood: Bool
  }

  static let shared = AllergenFoods()

  /// The keys of each name that users state; a name is a list of words.
  let names: [[String]: [String]]
  let keys: Set<String>
  private let phrases: [String: [Phrase]]
  private let fuzzy: FuzzyWords

  private init() {
    var names: [[String]: [String]] = [:]
    var phrases: [String: [Phrase]] = [:]
    var keys: Set<String> = []
    for row in TabSeparated.rows(PackageResources.allergens_tsv, columns: 4) {
      keys.insert(row[0])
      for name in Self.split(row[1]) { names[name, default: []].append(row[0]) }
      for (column, isFood) in [(1, true), (2, true), (3, false)] {
        for words in Self.split(row[column]) {
          phrases[words[0], default: []].append(Phrase(words: words, key: row[0], isFood: isFood))
        }
      }
    }
    for rule in ConditionRule.all {
      for (list, isFood) in [(rule.foods, true), (rule.exceptions, false)] {
        for words in Self.split(list) {
          phrases[words[0], default: []].append(Phrase(words: words, key: rule.key, isFood: isFood))
        }
      }
    }
    self.names = names
    self.phrases = phrases
    self.keys = keys.union(ConditionRule.all.map(\.key))
    let words = phrases.values.joined().flatMap(\.words).filter { $0.utf8.count >= 6 }
    let ordinary = String(decoding: PackageResources.safety_ordinary_words_tsv, as: UTF8.self)
    fuzzy = FuzzyWords(
      Array(Set(words)),
      ordinary: Set(ordinary.split(whereSeparator: \.isWhitespace).map { FoodPhrase.singular(String($0)) })
    )
  }

  /// Returns the words in the singular, with misspelt names of these foods corrected.
  func plain(_ text: SafetyText) -> [String] {
    var corrections = 40
    return text.words.map { word in
      let singular = FoodPhrase.singular(word.text)
      guard phrases[singular] == nil, word.number == nil, corrections > 0 else { return singular }
      corrections -= 1
      return fuzzy.meant(singular) ?? singular
    }
  }

  /// Returns the foods with one of these allergens, without exceptions that only sound like one.
  func mentions(of wanted: Set<String>, in words: [String]) -> [Mention] {
    var mentions: [Mention] = []
    var isExcepted: [String: Set<Int>] = [:]
    for index in words.indices {
      for phrase in phrases[words[index]] ?? [] where wanted.contains(phrase.key) && fits(phrase, words, index) {
        let end = index + phrase.words.count
        if phrase.isFood {
          mentions.append(Mention(key: phrase.key, start: index, end: end))
        } else {
          isExcepted[phrase.key, default: []].formUnion(index..<end)
        }
      }
    }
    return mentions.filter { mention in
      !(isExcepted[mention.key]?.isSuperset(of: mention.start..<mention.end) ?? false)
    }
  }

  private func fits(_ phrase: Phrase, _ words: [String], _ index: Int) -> Bool {
    index + phrase.words.count <= words.count
      && phrase.words.indices.allSatisfy { words[index + $0] == phrase.words[$0] }
  }

  private static func split(_ cell: String) -> [[String]] {
    cell.split(separator: ",").map(FoodPhrase.words).filter { !$0.isEmpty }
  }
}

/// The form in which names of foods are compared.
enum FoodPhrase {
  /// Returns the words of a name, in the singular.
  static func words(_ name: some StringProtocol) -> [String] {
    name.split(separator: " ").map { singular(String($0)) }
  }

  /// Returns the singular ("anchovies": "anchovy"), in which words of the table and of messages are compared.
  static func singular(_ word: String) -> String {
    if word.hasSuffix("ies"), endingInIE.contains(word) { return String(word.dropLast()) }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    if word.hasSuffix("oes") || word.hasSuffix("shes") || word.hasSuffix("ches") { return String(word.dropLast(2)) }
    if word.hasSuffix("s"), !word.hasSuffix("ss"), word.utf8.count > 3 { return String(word.dropLast()) }
    return word
  }

  /// The plurals whose singular ends in "ie".
  private static let endingInIE: Set<String> = [
    "brownies", "cookies", "hoagies", "slushies", "smoothies", "sweeties", "toasties", "veggies",
  ]
}
