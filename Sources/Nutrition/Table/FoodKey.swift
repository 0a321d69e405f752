/// How names are looked up outside of the table: their stems without joints, sorted, joined by spaces.
///
/// "Cheese, cheddar" and "cheddar cheese" have one key. Stored keys are compared with those of a text, so a change of the
/// tokenizer or the stemmer makes stored ones stale: `version` must then grow.
package enum FoodKey {
  /// Of the rules that keys and stems are made by.
  package static let version = 2
  /// Longest name in words, joints not counted.
  package static let maxWords = FoodTable.maxPhraseWords
  /// Tokens of a text that are looked at.
  static let maxTextTokens = 400

  /// The key of a name; nil where it has no words or too many.
  package static func of(name: String) -> String? {
    let stems = words(name)
    return stems.isEmpty || stems.count > maxWords ? nil : of(stems)
  }

  /// The stems of a name in order, joints left out, none twice.
  package static func words(_ text: String) -> [String] {
    var seen: Set<String> = []
    return Tokenizer.keyStems(text).filter { !isJoint($0) && seen.insert($0).inserted }
  }

  /// The keys of everything in `text` that may be a name: each run of up to `maxWords` words in each sentence. At most
  /// `maxWords` for each of the first 400 tokens.
  ///
  /// - Parameter corrections: words to read in the place of others.
  package static func candidates(in text: String, corrections: [String: String] = [:]) -> Set<String> {
    var keys: Set<String> = []
    for run in Tokenizer.tokens(text).prefix(maxTextTokens).split(separator: .separator) {
      let stems = run.compactMap(\.stem).filter { !isJoint($0) }.map { corrections[$0] ?? $0 }
      for start in stems.indices {
        for end in start..<min(start + maxWords, stems.count) { keys.insert(of(Array(stems[start...end]))) }
      }
    }
    return keys
  }

  /// Stems of `text` that are in no built-in name and tell nothing else either: names that are not known, and misspelt ones.
  ///
  /// - Parameter limit: how many at most.
  package static func unknownWords(in text: String, limit: Int) -> [String] {
    var words: [String] = []
    for token in Tokenizer.tokens(text).prefix(maxTextTokens) where words.count < limit {
      guard case .word(let word) = token, !Lexicon.isNarration(word), !Lexicon.isDescriptor(word),
        MeasureUnit(spelling: word) == nil, let stem = token.stem, !words.contains(stem),
        FoodTable.builtIn.stems.number(of: stem.utf8) == nil
      else { continue }
      words.append(stem)
    }
    return words
  }

  static func of(_ stems: [String]) -> String {
    Set(stems.filter { !isJoint($0) }).sorted().joined(separator: " ")
  }

  private static func isJoint(_ stem: String) -> Bool { stem == "of" || stem == "and" || stem == "with" }
}
