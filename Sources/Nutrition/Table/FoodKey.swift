/// The key by which stored foods are looked up: the stems of a name without stop words, sorted and joined by spaces.
///
/// "Cheese, cheddar" and "cheddar cheese" have one key. Keys are stored in the database and compared with those of a
/// text, so every change of the tokenizer or the stemmer must increase ``version``.
package enum FoodKey {
  /// Version of the rules for keys and stems.
  package static let version = 2
  /// Longest name in words, without stop words.
  package static let maxWords = FoodTable.maxPhraseWords
  /// Tokens of a text that are examined.
  static let maxTextTokens = 400

  /// The key of a name; nil if it has no words or more than ``maxWords``.
  package static func of(name: String) -> String? {
    let stems = words(name)
    return stems.isEmpty || stems.count > maxWords ? nil : of(stems)
  }

  /// The distinct stems of a name in order, without stop words.
  package static func words(_ text: String) -> [String] {
    var seen: Set<String> = []
    return Tokenizer.keyStems(text).filter { !NameIndex.stopWords.contains($0) && seen.insert($0).inserted }
  }

  /// Whether a name has a word that is more than the grammar of a meal description: "home made" and "für dich" have none.
  package static func isDistinct(_ name: String) -> Bool {
    Tokenizer.tokens(name).prefix(maxTextTokens).compactMap(\.word).contains { word in
      !Lexicon.isFunctionWord(word) && Languages.words[word] != true
    }
  }

  /// The keys of all possible names in `text`, with corrected stems: every n-gram of up to ``maxWords`` words between
  /// separators. At most ``maxWords`` keys for each of the first 400 tokens.
  package static func candidates(in text: String, corrections: [String: String] = [:]) -> Set<String> {
    var keys: Set<String> = []
    for run in Tokenizer.tokens(text).prefix(maxTextTokens).split(separator: .separator) {
      let stems = run.compactMap(\.stem).filter { !NameIndex.stopWords.contains($0) }.map { corrections[$0] ?? $0 }
      for start in stems.indices {
        for end in start..<min(start + maxWords, stems.count) { keys.insert(of(Array(stems[start...end]))) }
      }
    }
    return keys
  }

  /// Stems of `text` that are in no built-in name and are no other word of the language: unknown or misspelled names.
  package static func unknownWords(in text: String, limit: Int) -> [String] {
    var words: [String] = []
    for text in Tokenizer.tokens(text).prefix(maxTextTokens).compactMap(\.word) where words.count < limit {
      let word = SegmentWord(text)
      if word.mayNameFood, !words.contains(word.stem), FoodTable.builtIn.number(of: word.stem) == nil {
        words.append(word.stem)
      }
    }
    return words
  }

  /// The key of stems in any order.
  static func of(_ stems: [String]) -> String {
    Set(stems.filter { !NameIndex.stopWords.contains($0) }).sorted().joined(separator: " ")
  }
}
