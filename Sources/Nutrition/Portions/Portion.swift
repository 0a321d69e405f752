/// The weight of a food amount, with its display value and unit.
struct Portion: Hashable, Sendable {
  /// 0...`PortionResolver.maxGrams`.
  var grams: Double
  /// Number of units.
  var value: Double
  var unit: MeasureUnit
  /// Probability that the weight is right.
  var confidence: Double
  var notes: [String]

  /// Several units of the same weight.
  init(_ count: Double, _ unit: MeasureUnit, each grams: Double, _ confidence: Double, notes: [String] = []) {
    (self.grams, value, self.unit, self.confidence, self.notes) = (count * grams, count, unit, confidence, notes)
  }
}
