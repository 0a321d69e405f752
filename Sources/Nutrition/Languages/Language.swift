/// A language other than English in which meals are written, read from its folder of `Resources/languages`.
///
/// The engine knows no language: words, names and inflection are rows of `words.tsv`, `names.tsv` and `inflection.tsv`.
package struct Language: Sendable {
  /// The part of a phrase in its sentence, which decides where its English words go.
  enum Role: String, Sendable {
    /// A name of a food.
    case name
    /// A word that describes the name next to it ("frito", "grande"); English has it before the name.
    case modifier
    /// "de": what follows describes the name before it.
    case of
    /// "y": joins two names.
    case and
    /// Units, numbers and connectors, which keep their place, and words without a meaning for the meal.
    case word
  }

  /// The English words of a phrase.
  struct Translation: Sendable {
    let role: Role
    /// Empty for words that are skipped.
    let tokens: [Token]
  }

  /// ISO 639-1 code.
  package let code: String
  /// The English name of the language.
  package let name: String
  /// Longest phrase in words.
  static let maxPhraseWords = 6

  private let inflection: Inflection
  /// Translations by the words of a phrase, and by their stems.
  private var phrases: [String: Translation] = [:]
  private var stemmed: [String: Translation] = [:]
  /// Number of words of the longest phrase by its first word or the stem of that.
  private var longest: [String: Int] = [:]
  /// The first two words of phrases, which reject most texts.
  private var pairs: Set<String> = []
  /// Words that no other kind of text has: numbers, units, connectors and narration.
  private(set) var functionWords: Set<String> = []
  /// The names of built-in foods in this language, by their positions in the table.
  private(set) var localNames: [Int: String] = [:]
  /// Single names of at least five letters, for the correction of typing errors.
  private var correctable: [String] = []

  /// - Parameter table: resolves the English names.
  init(code: String, name: String, table: FoodTable) {
    self.code = code
    self.name = name
    inflection = Inflection(rows: LanguageFiles.rows("inflection", of: code))
    for row in LanguageFiles.rows(code == "en" ? "phrases" : "words", of: code) where row.count >= 3 {
      guard let role = Role(rawValue: row[0]) ?? (row[0] == "skip" ? .word : nil) else { continue }
      let translation = Translation(role: role, tokens: Tokenizer.tokens(row[1]))
      for phrase in row[2].split(separator: ";") {
        let words = add(String(phrase), translation)
        if role != .modifier, words.count == 1 { functionWords.insert(words[0]) }
      }
    }
    for row in LanguageFiles.rows("names", of: code) where row.count >= 2 {
      let names = row[1].split(separator: ";").map(String.init)
      let translation = Translation(role: .name, tokens: Tokenizer.tokens(row[0]))
      for name in names { _ = add(name, translation) }
      if let food = table.food(translation.tokens.compactMap(\.stem)), localNames[food] == nil {
        localNames[food] = names.first
      }
    }
    correctable = phrases.filter { $1.role == .name && $0.utf8.count >= 5 && !$0.contains(" ") }.keys.sorted()
  }

  /// Adds a phrase; of equal ones the first stays. - Returns: its words.
  private mutating func add(_ phrase: String, _ translation: Translation) -> [String] {
    let words = Translator.words(phrase)
    let (key, stems) = (words.joined(separator: " "), words.map(inflection.stem))
    guard !words.isEmpty, words.count <= Self.maxPhraseWords else { return words }
    phrases[key] = phrases[key] ?? translation
    let stem = stems.joined(separator: " ")
    // "toasts" is toast rather than a form of "toasté".
    if stemmed[stem] == nil || stemmed[stem]?.role == .modifier && translation.role == .name {
      stemmed[stem] = translation
    }
    pairs.insert(words.prefix(2).joined(separator: " "))
    for first in [words[0], stems[0]] { longest[first] = max(longest[first] ?? 0, words.count) }
    return words
  }

  /// The translation of one word or of several joined by spaces, exactly or by its stem.
  func translation(_ phrase: some Collection<String>) -> Translation? {
    if let exact = phrases[phrase.joined(separator: " ")] { return exact }
    return stemmed[phrase.map(inflection.stem).joined(separator: " ")]
  }

  /// The names of foods in a text of this language, as lower-case English words, with the places of their words.
  package func foods(in words: [String]) -> [(words: Range<Int>, english: [String])] {
    var foods: [(words: Range<Int>, english: [String])] = []
    for start in words.indices where start >= foods.last?.words.upperBound ?? 0 {
      guard let found = longestPhrase(words[start...]), found.translation.role == .name else { continue }
      foods.append((start..<start + found.length, found.translation.tokens.compactMap(\.text)))
    }
    return foods
  }

  /// Whether a phrase of the language, not inflected, begins at any of the words.
  func hasPhrase(_ words: [String]) -> Bool {
    words.indices.contains {
      longest[words[$0]] != nil
        && (pairs.contains(words[$0]) || pairs.contains(words[$0...].prefix(2).joined(separator: " ")))
        && longestPhrase(words[$0...]) != nil
    }
  }

  /// The longest phrase at the beginning of `words`, with its translation.
  func longestPhrase(_ words: ArraySlice<String>) -> (translation: Translation, length: Int)? {
    guard let first = words.first else { return nil }
    let length = min(max(longest[first] ?? 0, longest[inflection.stem(first)] ?? 0), words.count)
    return (0..<length).reversed().lazy.compactMap { last in
      translation(words.prefix(last + 1)).map { ($0, last + 1) }
    }.first
  }

  /// The name nearest to a misspelled word.
  func correction(of word: String) -> Translation? {
    guard var nearest = NearestWord(word) else { return nil }
    for name in correctable where name.utf8.first == word.utf8.first { nearest.consider(name) }
    return nearest.word.flatMap { phrases[$0] }
  }
}
