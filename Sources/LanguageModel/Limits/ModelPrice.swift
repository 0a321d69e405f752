/// What tokens cost, for a million of them, in a currency of the operator's choice.
///
/// With both prices left at 1, a budget counts millions of tokens.
package struct ModelPrice: Sendable, Equatable {
  /// What the model reads.
  package var input: Double
  /// What it writes.
  package var output: Double

  package init(input: Double = 1, output: Double = 1) {
    self.input = input
    self.output = output
  }

  var isValid: Bool { [input, output].allSatisfy { $0 >= 0 && $0 <= 1_000_000 } }

  /// In millionths of the currency; a part of one counts as a whole.
  func cost(of usage: TokenUsage) -> Int64 {
    let millionths = Double(usage.input) * input + Double(usage.output) * output
    guard millionths > 0 else { return 0 }
    return Int64(exactly: millionths.rounded(.up)) ?? .max
  }
}
