/// The weight of a food amount, with its display value and unit.
struct Portion: Hashable, Sendable {
  /// 0...`PortionResolver.maxGrams`.
  var grams: Double
  /// Number of units.
  var value: Double
  var unit: MeasureUnit
  /// Probability that the weight is right.
  var confidence: Double
  var notes: [String] = []
}
