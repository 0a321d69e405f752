/// Reads connectors: "and", "paired with", "made from", "sorry, I meant".
struct ConnectorReader {
  let tokens: [Token]
  /// Whether a connector may begin at each position, which segmentation asks for several times.
  private let mayBegin: [Bool]

  init(tokens: [Token]) {
    self.tokens = tokens
    mayBegin = tokens.map { if case .word(let word) = $0 { Self.firstWords.contains(word) } else { false } }
  }

  /// The connector at `index` and the position after it, if any. Examines at most six tokens.
  func connector(at index: Int) -> (connector: Connector, next: Int)? {
    guard index < tokens.count, mayBegin[index], let first = tokens.word(index) else { return nil }
    // "caffeine-containing"
    if first == "containing", tokens.word(index - 1)?.has(.descriptor) == true { return nil }
    if let participle = participle(first, at: index) { return participle }
    if let phrase = Self.phrases[first] {
      for (words, connector) in phrase where matches(words, at: index + 1) {
        return (connector, index + 1 + words.count)
      }
    }
    return single(first, at: index)
  }

  private func participle(_ first: String, at index: Int) -> (connector: Connector, next: Int)? {
    guard let connector = Self.participles[first] else { return nil }
    var next = index + 1
    while tokens.word(next)?.has(.between) == true { next += 1 }
    guard tokens.word(next)?.has(.afterParticiple) == true else { return nil }
    return (connector, next + 1)
  }

  private func single(_ word: String, at index: Int) -> (connector: Connector, next: Int)? {
    // "no, 3" is a correction, "no. 1" a number.
    if word == "no", index + 1 < tokens.count, tokens[index + 1] == .separator {
      return index > 0 && tokens[index - 1] == .separator ? (.correction, index + 2) : nil
    }
    return Self.singles[word].map { ($0, index + 1) }
  }

  private func matches(_ words: [String], at index: Int) -> Bool {
    words.indices.allSatisfy { tokens.word(index + $0) == words[$0] }
  }

  /// Words that may begin a connector; this test rejects most words.
  static let firstWords = Set(singles.keys).union(participles.keys).union(phrases.keys)

  /// Connectors of one word.
  private static let singles = Lexicon.keys("connector").compactMapValues(Connector.init)
  /// Participles that form a connector with a preposition.
  private static let participles = Lexicon.keys("participle").compactMapValues(Connector.init)
  /// Phrases by their first word, the longest first: the other words and the connector.
  private static let phrases: [String: [([String], Connector)]] = {
    let all = Lexicon.keys("phrase").compactMap { phrase, name in
      Connector(rawValue: name).map { (phrase.split(separator: " ").map(String.init), $0) }
    }.sorted { ($1.0.count, $0.0[0]) < ($0.0.count, $1.0[0]) }
    return Dictionary(grouping: all) { $0.0[0] }.mapValues { $0.map { (Array($0.0.dropFirst()), $0.1) } }
  }()
}
