import TextModels

/// A language other than English in which meals are written, read from its folder of `Resources/languages`.
///
/// The engine knows no language: `words.tsv`, `names.tsv`, `inflection.tsv` and `portions.tsv` have all of it.
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
    /// A word that the language does not have.
    case unknown
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
  static let maxPhraseWords = 8

  let inflection: Inflection
  /// Translations by the words of a phrase, and by their stems: with their accents, by which "té" is not "te", and
  /// without them unless these are another phrase.
  private var phrases: [String: Translation] = [:]
  private var stemmed: [String: Translation] = [:]
  /// Phrases with all of their accents.
  private var spellings: Set<String> = []
  /// Numbers of words of phrases by their first word or the stem of that, as bits: 1 for one word, 2 for two, 4 for three.
  private var lengths: [String: UInt] = [:]
  /// The names of built-in foods in this language, by their positions in the table.
  private(set) var localNames: [Int: String] = [:]
  /// The classifier of foods that were eaten (decision 0062); nil if the language has none.
  let mentions: TextClassifier?
  /// Foods whose portions differ from those of the table, by their positions.
  private(set) var portions: [Int: Food] = [:]
  /// Single names of at least five letters, for the correction of typing errors.
  private var correctable: [String] = []

  /// - Parameter table: resolves the English names.
  init(code: String, name: String, table: FoodTable) {
    self.code = code
    self.name = name
    inflection = Inflection(rows: LanguageFiles.rows("inflection", of: code))
    mentions = LanguageFiles.contents("mentions", of: code).flatMap { TextClassifier($0) }
    var entries: [(words: [String], translation: Translation)] = []
    for row in LanguageFiles.rows(code == "en" ? "phrases" : "words", of: code) where row.count >= 3 {
      guard let role = Role(rawValue: row[0]) ?? (row[0] == "skip" ? .word : nil) else { continue }
      let translation = Translation(role: role, tokens: Tokenizer.tokens(row[1]))
      entries += row[2].split(separator: ";").map { (words(String($0)), translation) }
    }
    for row in LanguageFiles.rows("names", of: code) where row.count >= 2 {
      let names = row[1].split(separator: ";").map(String.init)
      let translation = Translation(role: .name, tokens: Tokenizer.tokens(row[0]))
      entries += names.map { (words($0), translation) }
      if let food = table.food(translation.tokens.compactMap(\.stem)), localNames[food] == nil {
        localNames[food] = names.first
      }
    }
    for row in LanguageFiles.rows("portions", of: code) where row.count >= 3 {
      guard let food = table.food(Tokenizer.keyStems(row[0])) else { continue }
      portions[food] = table.foods.food(food, serving: row[1], measures: row[2])
    }
    for (words, translation) in entries { add(words, translation) }
    spellings = Set(phrases.keys)
    let folded = entries.map { ($0.words.map(Letters.folded), $0.translation) }
    for (words, translation) in folded where self.translation(words) == nil { add(words, translation) }
    correctable = phrases.filter { phrase, translation in
      translation.role == .name && phrase.utf8.count >= 5 && phrase.utf8.allSatisfy { 0x21...0x7F ~= $0 }
    }.keys.sorted()
  }

  /// A text with its words and numbers apart, as English separates them.
  func separated(_ text: String) -> String { Separation.separated(text, elisions: inflection.elisions) }

  /// The words of a phrase with accents.
  private func words(_ phrase: String) -> [String] {
    Letters.words(phrase) ?? Tokenizer.tokens(separated(phrase), keepsAccents: true).compactMap(\.text)
  }

  /// Adds a phrase; of equal ones the first stays.
  private mutating func add(_ words: [String], _ translation: Translation) {
    guard !words.isEmpty else { return }
    let (key, stems) = (words.joined(separator: " "), words.map(inflection.stem))
    phrases[key] = phrases[key] ?? translation
    let stem = stems.joined(separator: " ")
    // "toasts" is toast rather than a form of "toasté".
    if stemmed[stem] == nil || stemmed[stem]?.role == .modifier && translation.role == .name {
      stemmed[stem] = translation
    }
    for first in [words[0], stems[0]] { lengths[first, default: 0] |= 1 << UInt(words.count - 1) }
  }

  /// The translation of one word or of several joined by spaces, exactly or by its stem.
  func translation(_ phrase: some Collection<String>) -> (translation: Translation, isExact: Bool)? {
    let key = phrase.joined(separator: " ")
    if let exact = phrases[key] { return (exact, spellings.contains(key)) }
    if inflection.isEmpty { return nil }
    if let stem = stemmed[phrase.map(inflection.stem).joined(separator: " ")] { return (stem, false) }
    let folded = phrase.map(Letters.folded)
    return folded.elementsEqual(phrase) ? nil : translation(folded).map { ($0.translation, false) }
  }

  /// The names of foods in a text of this language, as lower-case English words, with the places of their words.
  package func foods(in words: [String]) -> [(words: Range<Int>, english: [String])] {
    var foods: [(words: Range<Int>, english: [String])] = []
    for start in words.indices where start >= foods.last?.words.upperBound ?? 0 {
      let phrase = longestPhrase(words[start...])
      guard let food = phrase?.translation ?? compound(words[start]), food.role == .name else { continue }
      foods.append((start..<start + (phrase?.length ?? 1), food.tokens.compactMap(\.text)))
    }
    return foods
  }

  /// Whether a phrase of the language, not inflected, begins at any of the words.
  func hasPhrase(_ words: [String]) -> Bool { words.indices.contains { longestPhrase(words[$0...]) != nil } }

  /// The longest phrase at the beginning of `words`, with its translation, and whether it has that spelling.
  func longestPhrase(_ words: ArraySlice<String>) -> (translation: Translation, length: Int, isExact: Bool)? {
    guard let first = words.first else { return nil }
    let stems = inflection.isEmpty ? [] : [first, Letters.folded(first)].map(inflection.stem)
    let known = stems.reduce(lengths[first, default: 0]) { $0 | lengths[$1, default: 0] }
    for length in (1...min(words.count, Self.maxPhraseWords)).reversed() where known >> UInt(length - 1) & 1 == 1 {
      if let found = translation(words.prefix(length)) { return (found.translation, length, found.isExact) }
    }
    return nil
  }

  /// "Vollkornbrot", "Erdbeermarmelade": a word that ends in a name and begins with a name or a modifier.
  func compound(_ word: String) -> Translation? {
    let letters = Array(word)
    guard letters.count >= 7, letters.count <= 40, !inflection.links.isEmpty else { return nil }
    for cut in 3...(letters.count - 3) {
      guard let head = translation([String(letters[cut...])])?.translation, head.role == .name else { continue }
      let first = String(letters[..<cut])
      for link in [""] + inflection.links where first.hasSuffix(link) && cut >= link.count + 3 {
        let modifier = translation([String(first.dropLast(link.count))])?.translation
        guard let modifier, [.name, .modifier].contains(modifier.role) else { continue }
        return Translation(role: .name, tokens: modifier.tokens + head.tokens)
      }
    }
    return nil
  }

  /// The name nearest to a misspelled word. A name with another last letter is another word: "pasar" is not "pasas".
  func correction(of word: String) -> Translation? {
    guard word.utf8.count > 6, var nearest = NearestWord(word, maxDistance: 1) else { return nil }
    for name in correctable where name.utf8.first == word.utf8.first && name.dropLast() != word.dropLast() {
      nearest.consider(name)
    }
    return nearest.word.flatMap { phrases[$0] }
  }
}
