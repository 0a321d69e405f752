/// Finds what a message asks by its nearest example, where no rule recognises it. Examples are the rows of
/// `questions.tsv` (a topic or an intent; questions joined by ';') and the phrases of the topics.
///
/// Texts are compared by the cosine of their features: the words and pieces of words of `TextClassifier`, so that
/// misspelt and inflected words resemble the known ones. A feature counts by its rarity: the fewer subjects have it, the
/// more it says. All words of a subject count as well. The cost is linear in the number of examples.
struct QuestionSearch: Sendable {
  /// From this score on a message is taken to ask what the example asks.
  static let certain: Float = 0.55
  /// From this score on the answer is worth giving with a caveat.
  static let likely: Float = 0.36
  /// The least score of a message with one informative word.
  private static let ofOneWord: Float = 0.4

  static let maxWordsOfFollowUp = 8

  static let shared = QuestionSearch()

  /// The part that the nearest example has in the score; the rest is of all words of the subject.
  private static let ofExample: Float = 0.7
  private static let ofOrdinary: Float = 0.2
  private static let ofContext: Float = 0.9
  /// The share of a word that a subject has in its text only.
  private static let inText: Float = 0.35
  private static let maxWords = 40
  /// The binary logarithm of the number of features.
  private static let bits = 18

  private typealias Features = [Int: Float]

  private let subjects: [String]
  /// The subject of each example, as an index.
  private let subjectOfExample: [Int]
  private let rarity: [Float]
  /// For each feature its weight in the examples that have it, and its share in the subjects.
  private let examples: [[(index: Int, weight: Float)]]
  private let shares: [[(index: Int, weight: Float)]]

  private init() {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    let rows = (ofTopics + ofTable).map { (subject: $0.0, features: Self.features(Utterance($0.1).words)) }
    subjects = rows.map(\.subject).distinct
    let numbers = Dictionary(uniqueKeysWithValues: zip(subjects, subjects.indices))
    subjectOfExample = rows.compactMap { numbers[$0.subject] }
    var shares = Array(repeating: [Int: Float](), count: 1 << Self.bits)
    for topic in Topic.all {
      guard let number = numbers[topic.name] else { continue }
      for feature in Self.features(Utterance(topic.text).words).keys { shares[feature][number] = Self.inText }
    }
    for (number, row) in zip(subjectOfExample, rows) {
      for feature in row.features.keys { shares[feature][number] = 1 }
    }
    let most = Self.logarithm(Float(subjects.count + 1))
    let rarity = shares.map { max(0.3, most - Self.logarithm(max(1, $0.values.reduce(0, +)))) }
    var examples = Array(repeating: [(index: Int, weight: Float)](), count: 1 << Self.bits)
    for (number, row) in rows.enumerated() {
      let length = Self.length(row.features, rarity)
      for (feature, weight) in row.features { examples[feature].append((number, weight * rarity[feature] / length)) }
    }
    self.shares = shares.map { $0.map { ($0.key, $0.value) } }
    self.rarity = rarity
    self.examples = examples
  }

  /// Returns the subject of the nearest example; nil if none is near enough.
  /// - Parameters:
  ///   - context: the name of the last topic, whose words complete a short question.
  ///   - least: the least score.
  func nearest(_ utterance: Utterance, after context: String?, from least: Float) -> String? {
    let words = utterance.words.prefix(Self.maxWords)
    let informative = words.count { Self.weight($0) == 1 }
    guard informative > 0 else { return nil }
    let ofContext = Self.features(Utterance(context ?? "").words).mapValues { $0 * Self.ofContext }
    let features = Self.features(words).merging(ofContext) { own, _ in own }
    let length = Self.length(features, rarity)
    var likeness = Array(repeating: Float(0), count: subjectOfExample.count)
    var coverage = Array(repeating: Float(0), count: subjects.count)
    for (feature, weight) in features.sorted(by: { $0.key < $1.key }) {
      let part = weight * rarity[feature] / length
      for example in examples[feature] { likeness[example.index] += part * example.weight }
      for subject in shares[feature] { coverage[subject.index] += part * part * subject.weight }
    }
    var best = (score: max(least, informative == 1 ? Self.ofOneWord : 0), subject: String?.none)
    for (example, subject) in subjectOfExample.enumerated() where likeness[example] > 0 {
      let score = Self.ofExample * likeness[example] + (1 - Self.ofExample) * coverage[subject]
      if score > best.score { best = (score, subjects[subject]) }
    }
    return best.subject
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

  private static func length(_ features: Features, _ rarity: [Float]) -> Float {
    features.sorted { $0.key < $1.key }
      .reduce(Float.leastNormalMagnitude) { $0 + $1.value * $1.value * rarity[$1.key] * rarity[$1.key] }
      .squareRoot()
  }

  /// The binary logarithm, between powers of two as a straight line: exact enough, and the same on every platform.
  private static func logarithm(_ value: Float) -> Float { Float(value.exponent) + value.significand - 1 }
}
