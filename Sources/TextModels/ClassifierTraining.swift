/// Learns the weights of a `TextClassifier` from labelled texts: multinomial logistic regression by stochastic gradient
/// descent with AdaGrad steps. The same texts in the same order give the same weights.
package struct ClassifierTraining: Sendable {
  private struct Example: Sendable {
    var features: [Int]
    /// The index of the class; nil for `TextClassifier.none`.
    var label: Int?
  }

  private static let step: Float = 0.5

  private let bits: Int
  private let penalty: Float
  /// A penalty pulls against the texts, and both need longer to settle.
  private var rounds: Int { penalty > 0 ? 120 : 45 }
  private var classes: [String] = []
  private var examples: [Example] = []

  /// No examples yet.
  /// - Parameters:
  ///   - bits: the binary logarithm of the number of features.
  ///   - penalty: the weight of half the squares of all weights beside the loss of all texts; 0 keeps what is seen once.
  package init(bits: Int, penalty: Float = 0) { (self.bits, self.penalty) = (bits, penalty) }

  /// The number of examples.
  package var count: Int { examples.count }

  /// Adds a text of a class, which may be new.
  package mutating func add(_ words: [String], circumstances: [String] = [], _ name: String) {
    add(TextClassifier.features(words, circumstances, bits: bits), name)
  }

  /// Adds a name in its context.
  package mutating func add(_ context: NameContext, circumstances: [String], _ name: String) {
    add(context.features(circumstances, bits: bits), name)
  }

  private mutating func add(_ features: [Int], _ name: String) {
    if name != TextClassifier.none, !classes.contains(name) { classes.append(name) }
    examples.append(Example(features: features, label: classes.firstIndex(of: name)))
  }

  /// Returns the table of the classifier.
  package func table() -> [UInt8] {
    let width = classes.count
    var weights = Array(repeating: Float(0), count: width << bits)
    var squares = Array(repeating: Float(1e-6), count: width << bits)
    var order = Array(examples.indices)
    var random: UInt64 = 2
    var sums = weights
    // Each text that has a feature bears its part of the penalty.
    var penalties = Array(repeating: Float(0), count: 1 << bits)
    for feature in examples.lazy.flatMap(\.features) { penalties[feature] += 1 }
    penalties = penalties.map { penalty / max($0, 1) }
    for round in 0..<rounds {
      for index in order.indices.reversed() {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        order.swapAt(index, Int(random >> 33) % (index + 1))
      }
      for index in order { Self.learn(examples[index], penalties, width, &weights, &squares) }
      // The mean of later rounds depends less on the order of the texts than the last one does.
      if round >= rounds / 3 { for index in sums.indices { sums[index] += weights[index] } }
    }
    let count = Float(rounds - rounds / 3)
    return TextClassifier.table(bits: bits, classes: classes, weights: sums.map { $0 / count })
  }

  private static func learn(
    _ example: Example, _ penalties: [Float], _ width: Int, _ weights: inout [Float], _ squares: inout [Float]
  ) {
    let factor = 1 / Float(example.features.count).squareRoot()
    var errors = Array(repeating: Float(0), count: width)
    for feature in example.features {
      for index in errors.indices { errors[index] += weights[feature * width + index] }
    }
    let scores = errors.map { Double($0 * factor) }
    // The score of `none` is 0.
    let highest = max(0, scores.max() ?? 0)
    let powers = scores.map { exponential($0 - highest) }
    let sum = powers.reduce(exponential(-highest), +)
    for index in errors.indices {
      errors[index] = (Float(powers[index] / sum) - (index == example.label ? 1 : 0)) * factor
    }
    for feature in example.features {
      for index in errors.indices {
        let place = feature * width + index
        let slope = errors[index] + penalties[feature] * weights[place]
        squares[place] += slope * slope
        weights[place] -= step * slope / squares[place].squareRoot()
      }
    }
  }

  /// e to the power of a number that is not positive: the same on every platform, which that of a library need not be.
  private static func exponential(_ value: Double) -> Double {
    guard value > -30 else { return 0 }
    // (1 + x / 1024) to the power of 1024, with the second term of the series.
    var result = 1 + value / 1024 + value * value / 2_097_152
    for _ in 0..<10 { result *= result }
    return result
  }
}
