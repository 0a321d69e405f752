import Synchronization

/// A monotonically increasing number. Any thread.
package final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)

  /// Creates a counter that is not rendered; `MetricsRegistry.counter` creates rendered ones.
  package init() {}

  /// Adds `amount`.
  package func increment(by amount: UInt64 = 1) {
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  /// The current value.
  package var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A number that can increase and decrease. Any thread.
package final class Gauge: Sendable {
  private let bits = Atomic<UInt64>(Double(0).bitPattern)

  /// Creates a gauge of value 0 that is not rendered; `MetricsRegistry.gauge` creates rendered ones.
  package init() {}

  /// Replaces the value.
  package func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  /// Adds `amount`, which may be negative.
  package func add(_ amount: Double) {
    var expected = bits.load(ordering: .relaxed)
    while true {
      let next = (Double(bitPattern: expected) + amount).bitPattern
      let (exchanged, original) = bits.weakCompareExchange(expected: expected, desired: next, ordering: .relaxed)
      if exchanged { return }
      expected = original
    }
  }

  /// The current value.
  package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}
