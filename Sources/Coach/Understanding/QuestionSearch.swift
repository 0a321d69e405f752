/// Finds what a message asks by its nearest example, where no rule recognises it. Examples are the rows of `questions.tsv`
/// (topic, or '=' and an intent; questions joined by ';') and the phrases of the topics.
///
/// A word counts by its rarity: the fewer subjects have it, the more it says. A message resembles an example by the shares of
/// their words that the other one has; all words of a subject count as well.
struct QuestionSearch: Sendable {
  struct Result: Equatable {
    /// The name of a topic, or '=' and the name of an intent.
    var subject: String
    var score: Double
    /// Whether message and example have two informative words in common, or a rare one.
    var isInformative: Bool
  }

  /// From this score on a message is taken to ask what the example asks.
  static let certain = 0.52
  /// From this score on the answer is worth giving with a caveat.
  static let likely = 0.36

  static let maxWordsOfFollowUp = 8

  static let shared = QuestionSearch()

  private static let maxWords = 40
  private static let maxCorrections = 10

  private struct Example: Sendable {
    var subject: String
    var terms: Set<String>
    var weight: Double
    var informative: Int
  }

  private let weights: [String: Double]
  private let examples: [Example]
  private let index: [String: [Int]]
  /// The share that a term has in each subject: 1 in an example, less in a text only.
  private let vocabulary: [String: [String: Double]]
  private let fuzzy: FuzzyWords

  private init() {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    let rows = (ofTopics + ofTable).map { (subject: $0.0, terms: Self.terms(Self.stems($0.1))) }
    var vocabulary: [String: [String: Double]] = [:]
    for topic in Topic.all {
      for term in Self.terms(Self.stems(topic.text)) { vocabulary[term, default: [:]][topic.name] = Self.inText }
    }
    for row in rows { for term in row.terms { vocabulary[term, default: [:]][row.subject] = 1 } }
    let weights = Dictionary(
      uniqueKeysWithValues: vocabulary.map { ($0.key, Self.weight($0.key, subjects: $0.value.values.reduce(0, +))) })
    examples = rows.filter { !$0.terms.isEmpty }.map { row in
      Example(
        subject: row.subject, terms: row.terms, weight: row.terms.reduce(0) { $0 + (weights[$1] ?? 0) },
        informative: row.terms.count { !Self.ordinary.contains($0) })
    }
    var index: [String: [Int]] = [:]
    for (number, example) in examples.enumerated() {
      for term in example.terms where !Self.ordinary.contains(term) { index[term, default: []].append(number) }
    }
    self.index = index
    self.weights = weights
    self.vocabulary = vocabulary
    fuzzy = FuzzyWords(vocabulary.keys)
  }

  /// Returns the subject of the nearest example; nil if no example has a word of the message.
  /// - Parameters:
  ///   - context: the name of the last topic, whose words complete a short question.
  ///   - excluded: the names of subjects that are no result.
  func nearest(_ utterance: Utterance, after context: String? = nil, without excluded: Set<String> = []) -> Result? {
    let stems = fuzzy.corrected(utterance.words.prefix(Self.maxWords).map(Stem.of), most: Self.maxCorrections) {
      vocabulary[$0] == nil && !Self.correct.contains($0)
    }
    let own = Self.terms(stems)
    var terms = Dictionary(uniqueKeysWithValues: own.map { ($0, weights[$0] ?? Self.unknown) })
    for term in Self.terms(Self.stems(context ?? "")) where terms[term] == nil {
      terms[term] = Self.ofContext * (weights[term] ?? 0)
    }
    let whole = terms.values.reduce(0, +)
    guard whole > 0 else { return nil }
    var coverage: [String: Double] = [:]
    for (term, weight) in terms {
      for (subject, share) in vocabulary[term] ?? [:] { coverage[subject, default: 0] += share * weight }
    }
    var best: Result?
    for number in Set(terms.keys.flatMap { index[$0] ?? [] }) {
      let example = examples[number]
      let shared = example.terms.filter { terms[$0] != nil }
      let common = shared.reduce(0) { $0 + (terms[$1] ?? 0) }
      // One word says too little, unless it is the whole example ("dry" is not "dry January") and much of the message.
      let informative = shared.count { own.contains($0) && !Self.ordinary.contains($0) }
      let isAlone = informative == 1 && example.informative == 1 && common >= Self.ofSingle * whole
      guard informative > 1 || isAlone, !excluded.contains(example.subject) else { continue }
      let resemblance = Self.ofMessage * common / whole + (1 - Self.ofMessage) * min(1, common / example.weight)
      let score = Self.ofExample * resemblance + (1 - Self.ofExample) * (coverage[example.subject] ?? 0) / whole
      if let best, (score, example.subject) <= (best.score, best.subject) { continue }
      best = Result(
        subject: example.subject, score: score,
        isInformative: informative > 1 || shared.contains { (weights[$0] ?? 0) >= Self.rare })
    }
    return best
  }

  private static let inText = 0.35
  private static let unknown = 2.6
  /// The weight from which one word is enough for a guess; only words of very many subjects have less.
  private static let rare = 1.2
  private static let ofContext = 0.6
  /// The least part of a message that an example of one word must have.
  private static let ofSingle = 0.42
  /// The part that the message's words have in the resemblance; the rest is of the example's words.
  private static let ofMessage = 0.6
  /// The part that the nearest example has in the score; the rest is of all words of the subject.
  private static let ofExample = 0.75
  private static let ofOrdinary = 0.25

  private static func weight(_ term: String, subjects count: Double) -> Double {
    // The binary logarithm between powers of two as a straight line: exact enough, and the same on every platform.
    let logarithm = Double(max(1, count).exponent) + max(1, count).significand - 1
    return ordinary.contains(term) ? ofOrdinary : max(0.8, 4 - 0.8 * logarithm)
  }

  private static let ordinary = Set(WordList.ordinary.words.map(Stem.of))
  private static let ignored = Set(WordList.ignored.words.map(Stem.of))
  /// The words that are no misspellings.
  private static let correct = ordinary.union(ignored).union(WordList.correct.words.map(Stem.of))

  private static func stems(_ text: String) -> [String] { Utterance(text).words.map(Stem.of) }

  /// Returns the stems without numbers and those that say nothing.
  private static func terms(_ stems: some Sequence<String>) -> Set<String> {
    Set(stems).filter { !ignored.contains($0) && Double($0) == nil }
  }
}
