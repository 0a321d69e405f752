/// Reads connectors: "and", "paired with", "made from", "sorry, I meant".
struct ConnectorReader {
  let tokens: [Token]
  /// Whether a connector may begin at each position, which segmentation asks for several times.
  private let mayBegin: [Bool]

  init(tokens: [Token]) {
    self.tokens = tokens
    mayBegin = tokens.map { $0.word.map(Self.firstWords.contains) == true }
  }

  /// The connector at `index` and the position after it, if any. Examines at most six tokens.
  func connector(at index: Int) -> (connector: Connector, next: Int)? {
    guard index < tokens.count, mayBegin[index], let first = tokens.word(index) else { return nil }
    // "no, 3" is a correction, "no. 1" a number.
    if first == "no", tokens.token(index + 1) == .separator {
      return tokens.token(index - 1) == .separator ? (.correction, index + 2) : nil
    }
    if let participle = participle(first, at: index) { return participle }
    for (words, connector) in Self.phrases[first, default: []]
    where words.indices.allSatisfy({ tokens.word(index + $0) == words[$0] }) {
      return (connector, index + words.count)
    }
    return nil
  }

  private func participle(_ first: String, at index: Int) -> (connector: Connector, next: Int)? {
    guard let connector = Self.participles[first] else { return nil }
    var next = index + 1
    while tokens.word(next)?.has(.between) == true { next += 1 }
    guard tokens.word(next)?.has(.afterParticiple) == true else { return nil }
    return (connector, next + 1)
  }

  /// Words that may begin a connector; this test rejects most words.
  static let firstWords = Set(participles.keys).union(phrases.keys)

  /// Participles that form a connector with a preposition.
  private static let participles = Lexicon.keys("participle").compactMapValues(Connector.init)
  /// Words and phrases by their first word, the longest first.
  private static let phrases = Dictionary(
    grouping: Lexicon.keys("connector").compactMap { phrase, name in
      Connector(rawValue: name).map { (words: phrase.split(separator: " ").map(String.init), connector: $0) }
    }.sorted { $0.words.count > $1.words.count }, by: { $0.words[0] })
}
