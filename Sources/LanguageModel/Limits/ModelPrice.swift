/// The prices of a million tokens, in a currency of the operator's choice.
///
/// With the default prices of 1, a budget counts millions of tokens.
package struct ModelPrice: Sendable, Equatable {
  /// The price of a million tokens that the model reads.
  package var input: Double
  /// The price of a million tokens that the model writes.
  package var output: Double

  /// Creates prices; each must be 0 to 1,000,000.
  package init(input: Double = 1, output: Double = 1) {
    self.input = input
    self.output = output
  }

  var isValid: Bool { [input, output].allSatisfy { $0 >= 0 && $0 <= 1_000_000 } }

  /// Returns the cost in millionths of the currency, rounded up.
  func cost(of usage: TokenUsage) -> Int64 {
    let millionths = Double(usage.input) * input + Double(usage.output) * output
    guard millionths > 0 else { return 0 }
    return Int64(exactly: millionths.rounded(.up)) ?? .max
  }
}
