import TextModels

/// Finds what a message asks by its nearest example, where no rule recognises it. Examples are the rows of `questions.tsv` (a
/// topic or an intent; questions joined by ';'), and the phrases of the topics. Texts are compared by the cosine of their
/// sentence embeddings; the cost is linear in the number of examples.
struct QuestionSearch: Sendable {
  /// From this score on a message is taken to ask what the example asks.
  static let certain: Float = 0.65
  /// From this score on the answer is worth giving with a caveat.
  static let likely: Float = 0.50

  static let maxWordsOfFollowUp = 8

  static let shared = QuestionSearch()

  /// The weight of the context of a question.
  private static let ofContext: Float = 0.5

  /// The words of the examples that say what one is about. Texts without any of them are of another language, or none.
  private let words: Set<String>
  /// The subject of each example.
  private let subjects: [String]
  private let embeddings: EmbeddingIndex
  /// nil only if its table is broken, which a test excludes.
  static let encoder = SentenceEncoder(CoachTable.sentenceEncoder.bytes)

  private init() {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name, topic.text]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    let examples = ofTopics + ofTable
    let texts = examples.map { Utterance($0.1).words }
    words = Set(texts.joined()).filter {
      !WordList.ignored.contains($0) && !WordList.ordinary.contains($0) && Double($0) == nil
    }
    subjects = examples.map(\.0)
    embeddings = EmbeddingIndex(Self.encoder.map { texts.map($0.embedding) } ?? [])
  }

  /// Returns the subject of the nearest example; nil if none is near enough.
  /// - Parameters:
  ///   - context: the name of the last topic, whose words complete a short question.
  ///   - least: the least score.
  func nearest(_ utterance: Utterance, after context: String?, from least: Float) -> String? {
    guard let encoder = Self.encoder, utterance.words.contains(where: words.contains) else { return nil }
    var asked = encoder.embedding(utterance.words)
    if let context {
      let completed = zip(asked, encoder.embedding(Utterance(context).words)).map { $0 + Self.ofContext * $1 }
      asked = SentenceEncoder.scaled(completed)
    }
    return embeddings.nearest(to: asked).flatMap { $0.score >= least ? subjects[$0.index] : nil }
  }
}
