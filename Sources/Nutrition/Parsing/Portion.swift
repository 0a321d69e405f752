/// How much of a food was meant.
struct Portion: Hashable, Sendable {
  /// 0...`PortionResolver.maxGrams`.
  var grams: Double
  var value: Double
  var unit: MeasureUnit
  var confidence: Double
  var notes: [String] = []
}
