/// Example texts with their subjects, among which the nearest one to a text is found by the cosine of their sentence embeddings.
/// The cost is linear in the number of examples.
package struct ExampleIndex: Sendable {
  /// The weight of the context of a text.
  private static let ofContext: Float = 0.5

  /// The words of the examples that say what one is about. Texts without any of them are of another language, or none.
  private let words: Set<String>
  /// The subject of each example.
  private let subjects: [String]
  private let embeddings: EmbeddingIndex
  private let encoder: SentenceEncoder?

  /// - Parameters:
  ///   - encoder: nil for an index that finds nothing.
  ///   - isContent: whether a word says what a text is about.
  package init(
    _ examples: [(subject: String, words: [String])], _ encoder: SentenceEncoder?, isContent: (String) -> Bool
  ) {
    words = Set(examples.flatMap(\.words)).filter(isContent)
    subjects = examples.map(\.subject)
    embeddings = EmbeddingIndex(encoder?.embeddings(examples.map(\.words)) ?? [])
    self.encoder = encoder
  }

  /// Returns the subject of the nearest example; nil if none is near enough.
  /// - Parameters:
  ///   - context: words that complete a short text; nil for none.
  ///   - least: the least score.
  package func nearest(_ text: [String], after context: [String]?, from least: Float) -> String? {
    guard let encoder, text.contains(where: words.contains) else { return nil }
    var asked = encoder.embedding(text)
    if let context {
      let completed = zip(asked, encoder.embedding(context)).map { $0 + Self.ofContext * $1 }
      asked = SentenceEncoder.scaled(completed)
    }
    return embeddings.nearest(to: asked).flatMap { $0.score >= least ? subjects[$0.index] : nil }
  }
}
