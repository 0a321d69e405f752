import TextModels

/// Finds the language of a text by the words that each language knows.
///
/// Words of the grammar (numbers, units, connectors, narration) count twice as much as names of foods, which languages
/// share, and exact spellings twice as much as other forms. Of equal scores English wins.
struct LanguageDetector {
  enum Result {
    case english
    case supported(Language)
    /// A language that is recognised and not supported, by its English name.
    case unsupported(String)
  }

  /// Tokens that are examined.
  private static let maxTokens = 200
  /// The scores of a word of the grammar, of narration, of a word of a name, of another form of these, and of a word that
  /// English has only inside of names.
  private static let (grammarScore, narrationScore, nameScore, formScore, partScore) = (8, 6, 4, 2, 1)
  /// Added for each further word of a phrase, because long phrases say more.
  private static let phraseScore = 2
  /// Added to the score of the language that a hint names, and of others if words of several names have accents.
  private static let (hintScore, accentScore) = (8, 2)

  let table: FoodTable

  /// - Parameter hint: code of the language that the user probably writes; may be unknown or nil.
  func language(of text: String, _ tokens: [Token], hint: String? = nil) -> Result {
    if let script = Script.name(of: text, among: Languages.scripts) { return .unsupported(script) }
    let english = english(Array(tokens.prefix(Self.maxTokens)))
    let isClear = english.foreign <= english.score || english.isWhole
    let mayBeOther = english.names > 1 && !text.utf8.allSatisfy { $0 < 0x80 }
    if isClear, !mayBeOther, hint.map(Languages.codes.contains) != true { return .english }
    let separated = Separation.separated(text, elisions: Languages.elisions)
    let spelled = Array(Tokenizer.tokens(separated, keepsAccents: true).prefix(Self.maxTokens))
    let words = spelled.indices.filter { Self.isWord(spelled, $0) }.compactMap { spelled[$0].text }
    let hasAccents = mayBeOther && words.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    var best: (score: Int, result: Result) = (english.score, .english)
    for language in Languages.all {
      var score = score(words[...], in: language)
      if score > 0 { score += (hasAccents ? Self.accentScore : 0) + (language.code == hint ? Self.hintScore : 0) }
      if score > best.score { best = (score, .supported(language)) }
    }
    for (name, known) in Languages.unsupported {
      let found = words.map(Letters.folded).filter(known.contains)
      if found.count * Self.grammarScore > best.score, Set(found).count > 1 {
        best = (found.count * Self.grammarScore, .unsupported(name))
      }
    }
    return best.result
  }

  /// Whether the token is a word, and not the symbol of a unit after a number, which is the same everywhere ("g", "ml").
  private static func isWord(_ tokens: [Token], _ index: Int) -> Bool {
    guard let word = tokens.word(index) else { return false }
    guard index > 0, case .number = tokens[index - 1], word.utf8.count <= 2 else { return true }
    return MeasureUnit(spelling: word) == nil
  }

  /// The score of English, the highest one of another language, whether English has every word, and its number of names, which
  /// is negative beside words of the grammar. Most texts end here, before any other language is read.
  private func english(_ tokens: [Token]) -> (score: Int, foreign: Int, isWhole: Bool, names: Int) {
    let (stems, words) = (tokens.stems, tokens.map { $0.text ?? "" })
    var (score, foreign, index, isWhole, names) = (0, 0, 0, true, 0)
    while index < tokens.count {
      // "chicken a la king"
      let name = table.longestMatch(stems, at: index, upTo: stems.count)
      let isFunction = name == nil && Lexicon.isFunctionWord(words[index])
      let phrase = name == nil && !isFunction ? Languages.english.longestPhrase(words[index...]) : nil
      let length = name?.length ?? phrase?.length ?? 1
      defer { index += length }
      guard let first = tokens[index].text, name != nil || Self.isWord(tokens, index) else { continue }
      let isName = name != nil || phrase != nil
      for word in tokens[index..<index + length].compactMap(\.text) {
        let isGrammar = Languages.words[word]
        if isGrammar == nil, isName || isFunction { continue }
        foreign += Self.phraseScore + (isGrammar.map { $0 ? Self.grammarScore : Self.nameScore } ?? Self.formScore)
      }
      if isName {
        (score, names) = (score + length * (Self.nameScore + Self.phraseScore) - Self.phraseScore, names + 1)
      } else if isFunction {
        (score, names) = (score + (Languages.words[first] == true ? Self.narrationScore : Self.grammarScore), -.max)
      } else {
        isWhole = isWhole && first.has(.nonfood)
        if table.number(of: stems[index]) != nil { score += Self.partScore }
      }
    }
    return (score, foreign, isWhole, names)
  }

  private func score(_ words: ArraySlice<String>, in language: Language) -> Int {
    var (score, rest) = (0, words)
    while let word = rest.first {
      let phrase = language.longestPhrase(rest.prefix(Language.maxPhraseWords))
      if let (translation, length, isExact) = phrase {
        score += (length - 1) * Self.phraseScore + length * (isExact ? weight(of: translation, length) : Self.formScore)
      } else if language.compound(word) != nil {
        score += Self.formScore
      }
      rest = rest.dropFirst(phrase?.length ?? 1)
    }
    return score
  }

  /// The score of a word in a phrase of the language as it is spelled. Phrases of several words may name foods.
  private func weight(of translation: Language.Translation, _ length: Int) -> Int {
    let isName = [.name, .modifier].contains(translation.role) || length > 1 && !translation.tokens.isEmpty
    if isName { return Self.nameScore }
    return translation.tokens.isEmpty && translation.role == .word ? Self.narrationScore : Self.grammarScore
  }
}
