/// Calibration of the confidence: nine in ten items with a confidence of 0.9 should be right.
package struct Calibration: Sendable {
  /// The confidence of an item and whether it was right.
  struct Observation: Sendable {
    let confidence: Double
    let isRight: Bool
  }

  /// One range of confidence.
  struct Bin: Sendable {
    let range: ClosedRange<Double>
    let count: Int
    let meanConfidence: Double
    let shareRight: Double
  }

  private static let bounds = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 1]

  let bins: [Bin]

  init(_ observations: [Observation]) {
    bins = zip(Self.bounds, Self.bounds.dropFirst()).compactMap { low, high in
      let inside = observations.filter { $0.confidence >= low && ($0.confidence < high || high == 1) }
      guard !inside.isEmpty else { return nil }
      let count = Double(inside.count)
      return Bin(
        range: low...high, count: inside.count, meanConfidence: inside.map(\.confidence).reduce(0, +) / count,
        shareRight: Double(inside.count(where: \.isRight)) / count)
    }
  }
}
