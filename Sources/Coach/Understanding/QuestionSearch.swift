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
  private typealias Feature = (feature: Int32, weight: Float)

  /// The subject of each example.
  private let subjects: [String]
  private let rarity: [Float]
  /// The first place in `examples` of each feature; the last one is the end.
  private let starts: [Int32]
  /// The examples that have a feature, with its weight in them.
  private let examples: [(index: Int32, weight: Float)]

  private init() {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name, topic.text]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    let texts = ofTopics + ofTable
    let rows = texts.map { Self.sorted(Self.features(Utterance($0.1).words)) }
    let ofSubject = Dictionary(grouping: texts.indices) { texts[$0].0 }.values
    // The number of subjects that have each feature.
    var having = Array(repeating: Int32(0), count: 1 << Self.bits)
    for indices in ofSubject {
      for feature in Set(indices.lazy.flatMap { rows[$0] }.map(\.feature)) { having[Int(feature)] += 1 }
    }
    let most = Self.logarithm(ofSubject.count + 1)
    let rarity = having.map { max(0.3, most - Self.logarithm(max(1, Int($0)))) }
    var starts = Array(repeating: Int32(0), count: 1 << Self.bits + 1)
    for feature in rows.joined() { starts[Int(feature.feature) + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    var ends = starts
    var examples = Array(repeating: (index: Int32(0), weight: Float(0)), count: rows.reduce(0) { $0 + $1.count })
    for (index, row) in rows.enumerated() {
      for (feature, weight) in Self.vector(row, rarity) {
        examples[Int(ends[Int(feature)])] = (Int32(index), weight)
        ends[Int(feature)] += 1
      }
    }
    subjects = texts.map(\.0)
    self.rarity = rarity
    self.starts = starts
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
    let asked = Self.sorted(Self.features(words).merging(ofContext) { own, _ in own })
    for (feature, weight) in Self.vector(asked, rarity) {
      for example in examples[Int(starts[Int(feature)])..<Int(starts[Int(feature) + 1])] {
        scores[Int(example.index)] += weight * example.weight
      }
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

  private static func sorted(_ features: Features) -> [Feature] {
    features.map { (Int32($0.key), $0.value) }.sorted { $0.feature < $1.feature }
  }

  /// Returns features with their rarity, as a vector of length 1.
  private static func vector(_ features: [Feature], _ rarity: [Float]) -> [Feature] {
    let weighed = features.map { (feature: $0.feature, weight: $0.weight * rarity[Int($0.feature)]) }
    let length = weighed.reduce(Float.leastNormalMagnitude) { $0 + $1.weight * $1.weight }.squareRoot()
    return weighed.map { ($0.feature, $0.weight / length) }
  }

  /// The binary logarithm, between powers of two as a straight line: exact enough, and the same on every platform.
  private static func logarithm(_ count: Int) -> Float { Float(Float(count).exponent) + Float(count).significand - 1 }
}
