/// Finds the language of a text by the words that each language knows.
///
/// Words of the grammar (numbers, units, connectors, narration) count twice as much as names of foods, which languages
/// share. Of equal scores English wins, unless the other language has a word that English has not.
struct LanguageDetector {
  enum Result {
    case english
    case supported(Language)
    /// A language that is recognised and not supported, by its English name.
    case unsupported(String)
  }

  /// Tokens that are examined.
  private static let maxTokens = 200
  /// The score of a word of the grammar; a name has 1.
  private static let functionScore = 2
  /// Added to the score of the language that a hint names.
  private static let hintScore = 2

  let table: FoodTable

  /// - Parameters:
  ///   - tokens: those of `text`.
  ///   - hint: code of the language that the user probably writes; may be unknown or nil.
  func language(of text: String, _ tokens: [Token], hint: String? = nil) -> Result {
    if let script = Self.foreignScript(text) { return .unsupported(script) }
    if hint.map(Languages.codes.contains) != true, isEnglish(tokens.prefix(Self.maxTokens)) { return .english }
    let words = Tokenizer.tokens(Translator.separated(text)).prefix(Self.maxTokens).compactMap { token in
      token.isWord ? token.text : nil
    }
    let english = words.reduce(0) { $0 + score(inEnglish: $1) }
    var best: (score: Int, isEnglish: Bool, result: Result) = (english, true, .english)
    for language in Languages.all {
      var score = words.reduce(0) { $0 + self.score($1, in: language) }
      if score > 0, language.code == hint { score += Self.hintScore }
      let isBetter = score > best.score || score == best.score && best.isEnglish
      if isBetter, language.code == hint || words.contains(where: { isDistinct($0, in: language) }) {
        best = (score, false, .supported(language))
      }
    }
    for (name, known) in Languages.unsupported {
      let score = words.count { known.contains($0) } * Self.functionScore
      if score > best.score, Set(words.filter(known.contains)).count > 1 { best = (score, false, .unsupported(name)) }
    }
    return best.result
  }

  /// Whether no word belongs to the grammar of another language and English has half of them; the others are typing
  /// errors and brands. Most texts end here, before any other language is read.
  private func isEnglish(_ tokens: ArraySlice<Token>) -> Bool {
    let stems = Array(tokens).stems
    var (words, unknown) = (0, 0)
    var index = 0
    while index < tokens.count {
      // "chicken a la king"
      let name = table.longestMatch(stems, at: index, upTo: stems.count)
      let length = name?.length ?? 1
      defer { index += length }
      guard length == 1 else {
        words += length
        continue
      }
      guard case .word(let word) = tokens[tokens.startIndex + index], !isSymbol(word) else { continue }
      words += 1
      if Lexicon.isFunctionWord(word) { continue }
      // "quince" is a number in Spanish.
      if name == nil, Languages.grammar.contains(word) { return false }
      if name == nil, table.number(of: stems[index]) == nil { unknown += 1 }
    }
    return unknown * 2 <= words && (unknown == 0 || words > 1)
  }

  /// Whether the language has the word, and English has not, or only in names of dishes ("con").
  private func isDistinct(_ word: String, in language: Language) -> Bool {
    guard language.translation(CollectionOfOne(word)) != nil, !Lexicon.isFunctionWord(word) else { return false }
    return language.functionWords.contains(word) || table.number(of: Stemmer.stem(word)) == nil
  }

  private func score(inEnglish word: String) -> Int {
    if isSymbol(word) { return 0 }
    if Lexicon.isFunctionWord(word) { return Languages.grammar.contains(word) ? 1 : Self.functionScore }
    return table.number(of: Stemmer.stem(word)) == nil ? 0 : 1
  }

  /// Whether the word is the symbol of a unit, which is the same everywhere ("g", "ml").
  private func isSymbol(_ word: String) -> Bool { word.utf8.count <= 2 && MeasureUnit(spelling: word) != nil }

  private func score(_ word: String, in language: Language) -> Int {
    if language.functionWords.contains(word) { return Self.functionScore }
    return language.translation(CollectionOfOne(word)) == nil ? 0 : 1
  }

  /// The script of most letters, if it is not Latin.
  private static func foreignScript(_ text: String) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var latin = 0
    var others: [String: Int] = [:]
    for scalar in text.unicodeScalars {
      if Letters.folded(scalar) != nil {
        latin += 1
      } else if let script = Languages.scripts.first(where: { $0.scalars.contains(scalar.value) }) {
        others[script.name, default: 0] += 1
      }
    }
    return others.filter { $0.value > latin }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
