import Synchronization

/// A number that only grows, from any thread.
package final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)

  /// One that stands alone; `MetricsRegistry.counter` makes those that are rendered.
  package init() {}

  package func increment(by amount: UInt64 = 1) {
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  package var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A number that goes up and down, from any thread.
package final class Gauge: Sendable {
  private let bits = Atomic<UInt64>(Double(0).bitPattern)

  package init() {}

  package func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  package func add(_ amount: Double) {
    var seen = bits.load(ordering: .relaxed)
    while true {
      let next = (Double(bitPattern: seen) + amount).bitPattern
      let (exchanged, original) = bits.weakCompareExchange(expected: seen, desired: next, ordering: .relaxed)
      if exchanged { return }
      seen = original
    }
  }

  package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}
