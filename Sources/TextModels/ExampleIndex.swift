/// Example texts with their subjects, among which the subject of a text is found by sentence embeddings. The score of a subject
/// is the mean of two cosines: to its nearest example, and to its centre, the mean of its examples. A single odd example
/// misleads less than by the first alone. The cost is linear in the number of examples.
package struct ExampleIndex: Sendable {
  /// The weight of the context of a text.
  private static let ofContext: Float = 0.5

  /// The words of the examples that say what one is about. Texts without any of them are of another language, or none.
  private let words: Set<String>
  private let subjects: [String]
  /// The place of the subject of each example in `subjects`.
  private let places: [Int]
  private let embeddings: EmbeddingIndex
  /// The directions of the means of the examples of each subject.
  private let centres: EmbeddingIndex
  private let encoder: SentenceEncoder?

  /// - Parameters:
  ///   - encoder: nil for an index that finds nothing.
  ///   - isContent: whether a word says what a text is about.
  package init(
    _ examples: [(subject: String, words: [String])], _ encoder: SentenceEncoder?, isContent: (String) -> Bool
  ) {
    words = Set(examples.flatMap(\.words)).filter(isContent)
    subjects = Set(examples.map(\.subject)).sorted()
    let placeOfSubject = Dictionary(uniqueKeysWithValues: zip(subjects, subjects.indices))
    places = examples.compactMap { placeOfSubject[$0.subject] }
    let vectors = encoder?.embeddings(examples.map(\.words)) ?? []
    var sums: [[Float]] = Array(repeating: [], count: subjects.count)
    for (place, vector) in zip(places, vectors) {
      sums[place] = sums[place].isEmpty ? vector : zip(sums[place], vector).map { $0 + $1 }
    }
    embeddings = EmbeddingIndex(vectors)
    centres = EmbeddingIndex(sums.map(SentenceEncoder.scaled))
    self.encoder = encoder
  }

  /// Returns the subject with the highest score; nil if it is too low.
  /// - Parameters:
  ///   - context: words that may complete a short text, if the score is higher with them; nil for none.
  ///   - least: the least score.
  package func nearest(_ text: [String], after context: [String]?, from least: Float) -> String? {
    guard let encoder, text.contains(where: words.contains) else { return nil }
    let asked = encoder.embedding(text)
    let completed = context.map { context in
      SentenceEncoder.scaled(zip(asked, encoder.embedding(context)).map { $0 + Self.ofContext * $1 })
    }
    let best = [asked, completed].compactMap(\.self).compactMap(best).max { $0.score < $1.score }
    return best.flatMap { $0.score >= least ? subjects[$0.place] : nil }
  }

  /// The subject with the highest score, by its place.
  private func best(_ asked: [Float]) -> (place: Int, score: Float)? {
    var nearest = Array(repeating: -Float.infinity, count: subjects.count)
    for (place, cosine) in zip(places, embeddings.cosines(to: asked)) { nearest[place] = max(nearest[place], cosine) }
    let scores = zip(nearest, centres.cosines(to: asked)).map { ($0 + $1) / 2 }
    return zip(scores.indices, scores).max { $0.1 < $1.1 }.map { (place: $0, score: $1) }
  }
}
