import Testing

@testable import Administration

@Suite struct QuantilesTests {
  @Test(
    arguments: [
      (0.5, [0, 10, 0], 0.015), (0.5, [10, 10, 0], 0.01), (0.95, [0, 100, 0], 0.0195), (0.5, [0, 0, 5], 0.02),
      (0.99, [1, 0, 0], 0.0099),
    ] as [(Double, [UInt64], Double)])
  func interpolatesWithinABucket(quantile: Double, counts: [UInt64], expected: Double) throws {
    let value = try #require(Quantiles.value(quantile, of: counts, bounds: [0.01, 0.02]))
    #expect(abs(value - expected) < 1e-9, "\(value)")
  }

  @Test func hasNoValueWithoutObservations() {
    #expect(Quantiles.value(0.5, of: [0, 0, 0], bounds: [0.01, 0.02]) == nil)
    #expect(Quantiles.value(0.5, of: [], bounds: [0.01]) == nil)
  }
}
