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
    guard index < tokens.count, mayBegin[index], let first = word(index) else { return nil }
    // "caffeine-containing"
    if first == "containing", index > 0, word(index - 1).map(Lexicon.isDescriptor) == true { return nil }
    if let participle = participle(first, at: index) { return participle }
    if let phrase = Self.phrases[first] {
      for (words, connector) in phrase where matches(words, at: index + 1) {
        return (connector, index + 1 + words.count)
      }
    }
    return single(first, at: index)
  }

  /// Whether the "and" at `index` is inside a modifier of one food: "cheese and spinach filled ravioli", "sour cream
  /// and onion-flavored crisps".
  func joinsModifiers(at index: Int) -> Bool {
    guard word(index) == "and" || index < tokens.count && tokens[index] == .ampersand, index > 0 else { return false }
    for position in (index + 2)..<(index + 4) {
      guard let maker = word(position - 1), !maker.isEmpty, let found = word(position) else { return false }
      guard Lexicon.formsModifier(found) else { continue }
      guard let next = word(position + 1) else { return false }
      return !Self.prepositions.contains(next) && Self.singles[next] == nil
    }
    return false
  }

  /// Whether a phrase about ingredients begins at `index` ("made with", "loaded with").
  func isIngredientPhrase(at index: Int) -> Bool {
    guard let first = word(index), let found = participle(first, at: index) else { return false }
    return found.connector == .attribute
  }

  private func participle(_ first: String, at index: Int) -> (connector: Connector, next: Int)? {
    guard let connector = Self.participles[first] else { return nil }
    var next = index + 1
    while let word = word(next),
      ["it", "them", "down", "off", "up", "out", "all", "perfectly", "nicely"].contains(word)
    {
      next += 1
    }
    guard let preposition = word(next), Self.prepositions.contains(preposition) else { return nil }
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
    words.indices.allSatisfy { word(index + $0) == words[$0] }
  }

  private func word(_ index: Int) -> String? {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return nil }
    return word
  }

  /// Connectors of one word.
  private static let singles: [String: Connector] = {
    var all: [String: Connector] = [:]
    for word in ["and", "plus", "then", "followed", "n", "while"] { all[word] = .next }
    for word in ["alongside", "beside", "along"] { all[word] = .beside }
    for word in ["with", "w", "topped"] { all[word] = .addition }
    for word in ["on", "over", "onto", "atop", "under"] { all[word] = .base }
    for word in ["in", "inside", "into"] { all[word] = .medium }
    for word in ["from", "using", "containing", "featuring", "including"] { all[word] = .attribute }
    for word in ["no", "without", "minus", "except", "excluding", "hold", "skipped", "not"] { all[word] = .excluded }
    for word in ["actually", "sorry", "correction", "oops", "rather"] { all[word] = .correction }
    all["or"] = .alternative
    return all
  }()

  /// Words that may begin a connector; this test rejects most words.
  static let firstWords = Set(singles.keys).union(participles.keys).union(phrases.keys)

  private static let prepositions: Set<String> = ["with", "by", "in", "from", "of", "on", "to", "into", "using", "w"]

  /// Participles that form a connector with a preposition.
  private static let participles: [String: Connector] = {
    var all: [String: Connector] = [:]
    for word in ["followed", "washed", "finished", "rounded", "ended", "started", "began"] { all[word] = .next }
    for word in [
      "paired", "accompanied", "complemented", "coupled", "together", "along", "joined", "enjoyed", "alongside",
      "balanced",
    ] { all[word] = .beside }
    for word in [
      "made", "filled", "loaded", "stuffed", "packed", "flavored", "flavoured", "seasoned", "prepared", "cooked",
      "infused", "enriched", "fortified", "nestled", "tossed", "wrapped", "coated",
      "consisting", "composed", "stacked", "layered", "baked", "fried", "simmered", "featuring", "bursting",
      "sandwiched", "scrambled", "grilled", "roasted", "boiled", "steamed", "poached", "toasted", "sauteed", "stewed",
      "broiled",
    ] { all[word] = .attribute }
    for word in [
      "topped", "drizzled", "dressed", "slathered", "spread", "smothered", "garnished", "sprinkled", "covered",
      "dusted", "served", "buttered", "combined", "lightened", "sweetened", "blended", "mixed", "stirred",
    ] { all[word] = .addition }
    return all
  }()

  /// Phrases by their first word: the other words and the connector.
  private static let phrases: [String: [([String], Connector)]] = [
    "as": [(["well", "as"], .next)], "such": [(["as"], .attribute)], "next": [(["to"], .next)], "in": [(["addition", "to"], .next)],
    "instead": [(["of"], .excluded)], "rather": [(["than"], .excluded)],
    "but": [(["no"], .excluded), (["not"], .excluded)],
    "other": [(["than"], .excluded)], "free": [(["of"], .excluded)], "or": [(["rather"], .correction)],
    "i": [(["mean"], .correction), (["meant"], .correction), (["meant", "to", "say"], .correction)],
    "make": [(["that"], .correction)], "scratch": [(["that"], .correction)],
    "no": [
      (["wait"], .correction), (["i", "mean"], .correction), (["i", "meant"], .correction), (["sorry"], .correction),
      (["actually"], .correction),
    ],
    "wait": [(["no"], .correction), ([], .correction)],
    "sorry": [
      (["i", "meant"], .correction), (["i", "mean"], .correction), (["make", "that"], .correction),
      (["it", "was"], .correction),
    ],
    "hold": [(["the"], .excluded)], "left": [(["out", "the"], .excluded)],
  ]
}
