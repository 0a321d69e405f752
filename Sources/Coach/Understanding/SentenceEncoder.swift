import TextClassification

/// Turns messages into sentence embeddings: vectors of length 1, of which those of messages that mean much the same are
/// near each other (decision 0058). Pure; the cost is linear in the letters of a message.
enum SentenceEncoder {
  /// The number of words that are read.
  private static let maxWords = 40

  /// The vectors of features, which `scripts/train-sentences` fits; nil only if the table is broken, which a test excludes.
  static let vectors = TextClassifier(CoachTable.sentenceEncoder.bytes)

  /// Returns the scaled sum of the vectors of the features of each word.
  static func embedding(_ words: some Collection<String>) -> [Float] {
    guard let vectors else { return [] }
    let features = words.prefix(maxWords).map { TextClassifier.features([$0], bits: vectors.bits) }
    return scaled(vectors.scores(of: Set(features.joined()).sorted()))
  }

  /// Returns a vector of the same direction and the length 1.
  static func scaled(_ vector: [Float]) -> [Float] {
    let length = vector.reduce(Float.leastNormalMagnitude) { $0 + $1 * $1 }.squareRoot()
    return vector.map { $0 / length }
  }
}
