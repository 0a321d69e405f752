import TextModels

/// The words of a meal description in English, by their role in `Resources/languages/en/words.tsv`.
enum Lexicon {
  /// The set of roles of a word: the bit with the raw value of each.
  static func roles(of word: String) -> UInt64 { roles[word] ?? 0 }

  /// Whether the word belongs to the grammar of a description: narration, numbers, units and connectors.
  static func isFunctionWord(_ word: String) -> Bool {
    word.has(.narration) || word.has(.descriptor) || ConnectorReader.firstWords.contains(word)
      || AmountReader.firstWords.contains(word) || MeasureUnit(spelling: word) != nil
  }

  /// Whether the words are the name of a kind of foods, as packages have them after the brand ("breakfast cereal").
  static func isKind(_ words: some Sequence<SegmentWord>) -> Bool {
    kinds.contains(words.filter { !$0.has(.descriptor) }.map(\.stem).joined(separator: " "))
  }

  /// Whether the words name the bread of a sandwich (that of a loaf is sliced, no roll) and nothing else: "on rye".
  static func areBread(_ words: [SegmentWord], isLoaf: Bool = false) -> Bool {
    (1...6).contains(words.count) && !(isLoaf && words.contains { $0.has(.roll) })
      && words.contains { $0.has(.bread) || $0.has(.roll) }
      && words.allSatisfy { $0.has(.bread) || $0.has(.roll) || $0.has(.narration) || $0.has(.descriptor) }
  }

  private static let kinds = Set(
    words("kind").map { $0.split(separator: " ").map { Stemmer.stem(String($0)) }.joined(separator: " ") })
  private static let roles: [String: UInt64] = WordRole.allCases.reduce(into: [:]) { roles, role in
    for word in words(role.name) { roles[word, default: 0] |= 1 << role.rawValue }
  }

  /// The words with a role. "_" is a space inside a phrase.
  static func words(_ role: String) -> Set<String> { Set(rows[role, default: []].joined().joined()) }

  /// The key in the first column by the words of the second one.
  static func keys(_ role: String) -> [String: String] {
    table(role).reduce(into: [:]) { keys, row in for word in row[1] { keys[word] = row[0][0] } }
  }

  /// The rows with a role, as lists of the words of each column.
  static func table(_ role: String) -> [[[String]]] { rows[role, default: []] }

  private static let rows = Dictionary(
    grouping: LanguageFiles.rows("words", of: "en").map { row in
      row.map { $0.split(separator: " ").map { String($0.replacing("_", with: " ")) } }
    }, by: { $0[0][0] }
  ).mapValues { $0.map { Array($0.dropFirst()) } }
}
