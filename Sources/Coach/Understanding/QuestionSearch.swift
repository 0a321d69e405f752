import TextModels

/// Finds what a message asks by its nearest example, where no rule recognises it. Examples are the rows of `questions.tsv` (a
/// topic or an intent; questions joined by ';'), and the phrases of the topics.
enum QuestionSearch {
  /// From this score on a message is taken to ask what the example asks.
  static let certain: Float = 0.65
  /// From this score on the answer is worth giving with a caveat.
  static let likely: Float = 0.50
  static let maxWordsOfFollowUp = 8
  /// nil only if its table is broken, which a test excludes.
  static let encoder = SentenceEncoder(CoachTable.sentenceEncoder.bytes)

  static let examples = {
    let ofTopics = Topic.all.flatMap { topic in
      (topic.phrases.all.map { $0.words.joined(separator: " ") } + [topic.name, topic.text]).map { (topic.name, $0) }
    }
    let ofTable = CoachTable.questions.rows(2).flatMap { row in row[1].items(";").map { (row[0], $0) } }
    return ExampleIndex((ofTopics + ofTable).map { ($0, Utterance($1).words) }, encoder) { word in
      !WordList.ignored.contains(word) && !WordList.ordinary.contains(word) && Double(word) == nil
    }
  }()

  /// Returns the subject of the nearest example from a score on; the words of the last topic may complete a short question.
  static func nearest(_ utterance: Utterance, after topic: String?, from least: Float) -> String? {
    examples.nearest(utterance.words, after: topic.map { Utterance($0).words }, from: least)
  }
}
