/// How much of a food was meant.
struct Portion: Hashable, Sendable {
  /// 0...`PortionResolver.maxGrams`.
  var grams: Double
  var value: Double
  var unit: MeasureUnit
  /// How often such a portion weighs what was meant.
  var confidence: Double
  var notes: [String] = []
}
