/// Finds what a message asks by its nearest example, where no rule recognises it. Examples are the rows of
/// `questions.tsv` (a topic or an intent; questions joined by ';') and the phrases of the topics.
///
/// Texts are compared by the cosine of their features: the words and pieces of words of `TextClassifier`, so that
/// misspelt and inflected words resemble the known ones. A feature counts by its rarity: the fewer subjects have it,
/// the more it says. The cost is linear in the number of examples.
struct QuestionSearch: Sendable {
  /// From this score on a message is taken to ask what the example asks.
  static let certain: Float = 0.60
  /// From this score on the answer is worth giving with a caveat.
  static let likely: Float = 0.42

  static let maxWordsOfFollowUp = 8

  static let shared = QuestionSearch()

  private static let ofOrdinary: Float = 0.2
  private static let ofContext: Float = 0.9
  private static let maxWords = 40
  /// The binary logarithm of the number of features.
  private static let bits = 18

  private typealias Features = [Int: Float]

  /// The subject of each example.
  private let subjects: [String]
  private let rarity: [Float]
  /// For each feature its weight in the examples that have it.
  private let examples: [[(index: Int, weight: Float)]]

  private init() {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name, topic.text]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    let rows = (ofTopics + ofTable).map { (subject: $0.0, features: Self.features(Utterance($0.1).words)) }
    var having = Array(repeating: Set<String>(), count: 1 << Self.bits)
    for row in rows { for feature in row.features.keys { having[feature].insert(row.subject) } }
    let most = Self.logarithm(Set(rows.map(\.subject)).count + 1)
    let rarity = having.map { max(0.3, most - Self.logarithm(max(1, $0.count))) }
    var examples = Array(repeating: [(index: Int, weight: Float)](), count: 1 << Self.bits)
    for (index, row) in rows.enumerated() {
      for (feature, weight) in Self.vector(row.features, rarity) { examples[feature].append((index, weight)) }
    }
    subjects = rows.map(\.subject)
    self.rarity = rarity
    self.examples = examples
  }

  /// Returns the subject of the nearest example; nil if none is near enough.
  /// - Parameters:
  ///   - context: the name of the last topic, whose words complete a short question.
  ///   - least: the least score.
  func nearest(_ utterance: Utterance, after context: String?, from least: Float) -> String? {
    let words = utterance.words.prefix(Self.maxWords)
    guard words.contains(where: { Self.weight($0) == 1 }) else { return nil }
    let ofContext = Self.features(Utterance(context ?? "").words).mapValues { $0 * Self.ofContext }
    var scores = Array(repeating: Float(0), count: subjects.count)
    for (feature, weight) in Self.vector(Self.features(words).merging(ofContext) { own, _ in own }, rarity) {
      for example in examples[feature] { scores[example.index] += weight * example.weight }
    }
    let best = scores.indices.max { scores[$0] < scores[$1] }
    return best.flatMap { scores[$0] >= least ? subjects[$0] : nil }
  }

  private static func features(_ words: some Collection<String>) -> Features {
    words.reduce(into: [:]) { features, word in
      let weight = weight(word)
      guard weight > 0 else { return }
      for feature in TextClassifier.features([word], bits: bits) {
        features[feature] = max(features[feature] ?? 0, weight)
      }
    }
  }

  /// Numbers and words that say nothing do not count.
  private static func weight(_ word: String) -> Float {
    WordList.ignored.contains(word) || Double(word) != nil ? 0 : WordList.ordinary.contains(word) ? ofOrdinary : 1
  }

  /// Returns features with their rarity, as a vector of length 1 in the order of the features.
  private static func vector(_ features: Features, _ rarity: [Float]) -> [(feature: Int, weight: Float)] {
    let weighed = features.sorted { $0.key < $1.key }.map { (feature: $0.key, weight: $0.value * rarity[$0.key]) }
    let length = weighed.reduce(Float.leastNormalMagnitude) { $0 + $1.weight * $1.weight }.squareRoot()
    return weighed.map { ($0.feature, $0.weight / length) }
  }

  /// The binary logarithm, between powers of two as a straight line: exact enough, and the same on every platform.
  private static func logarithm(_ count: Int) -> Float { Float(Float(count).exponent) + Float(count).significand - 1 }
}
