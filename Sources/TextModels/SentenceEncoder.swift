/// Turns short texts into sentence embeddings: vectors of length 1, of which those of texts that mean much the same are near
/// each other (decision 0058). Pure; the cost is linear in the letters of a text, of which at most `maxWords` words are read.
package struct SentenceEncoder: Sendable {
  private static let maxWords = 40

  /// A vector for each feature, in the place of the scores of classes.
  private let vectors: TextClassifier

  /// Reads a table of vectors, which `scripts/train-sentences` fits; nil if it is incomplete.
  package init?(_ bytes: [UInt8]) {
    guard let vectors = TextClassifier(bytes) else { return nil }
    self.vectors = vectors
  }

  /// Returns the scaled sum of the vectors of the features of each word.
  package func embedding(_ words: some Collection<String>) -> [Float] {
    var known: [String: [Int]] = [:]
    return embedding(words, &known)
  }

  /// Returns the embeddings of many texts. The features of a word are computed once.
  package func embeddings(_ texts: [[String]]) -> [[Float]] {
    var known: [String: [Int]] = [:]
    return texts.map { embedding($0, &known) }
  }

  private func embedding(_ words: some Collection<String>, _ known: inout [String: [Int]]) -> [Float] {
    let features = words.prefix(Self.maxWords).map { word in
      if let features = known[word] { return features }
      let features = TextClassifier.features([word], bits: vectors.bits)
      known[word] = features
      return features
    }
    return Self.scaled(vectors.scores(of: Set(features.joined()).sorted()))
  }

  /// Returns a vector of the same direction and the length 1.
  package static func scaled(_ vector: [Float]) -> [Float] {
    let length = vector.reduce(Float.leastNormalMagnitude) { $0 + $1 * $1 }.squareRoot()
    return vector.map { $0 / length }
  }
}

/// Embeddings, among which the nearest one is found by comparing all of them.
package struct EmbeddingIndex: Sendable {
  /// The vectors, one after another.
  private let values: [Float]
  private let count: Int

  /// - Parameter vectors: all of the same length.
  package init(_ vectors: [[Float]]) { (values, count) = (Array(vectors.joined()), vectors.count) }

  /// Returns the place of the vector with the largest cosine to `vector`, and the cosine; nil if there is none.
  package func nearest(to vector: [Float]) -> (index: Int, score: Float)? {
    var best: (index: Int, score: Float)?
    for index in 0..<count {
      var score = Float(0)
      for place in vector.indices { score += vector[place] * values[index * vector.count + place] }
      if score > best?.score ?? -.infinity { best = (index, score) }
    }
    return best
  }
}
