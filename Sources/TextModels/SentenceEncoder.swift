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

/// Embeddings that a text is compared with.
package struct EmbeddingIndex: Sendable {
  /// The vectors, one after another.
  private let values: [Float]
  private let count: Int

  /// - Parameter vectors: all of the same length.
  package init(_ vectors: [[Float]]) { (values, count) = (Array(vectors.joined()), vectors.count) }

  /// Returns the cosine of `vector` to each vector.
  package func cosines(to vector: [Float]) -> [Float] {
    (0..<count).map { index in
      var cosine = Float(0)
      for place in vector.indices { cosine += vector[place] * values[index * vector.count + place] }
      return cosine
    }
  }
}
