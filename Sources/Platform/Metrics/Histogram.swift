import Runtime

/// Counts observations by size, from any thread.
package final class Histogram: Sendable {
  /// Upper bounds, inclusive and increasing; one more bucket, for all above, is implied.
  package let bounds: [Double]
  private let state: Locked<State>

  /// What was observed so far.
  package struct State: Sendable {
    /// Observations per bucket, not cumulative; one more than bounds.
    package var counts: [UInt64]
    package var sum: Double
  }

  package init(bounds: [Double]) {
    self.bounds = bounds.sorted()
    state = Locked(State(counts: Array(repeating: 0, count: bounds.count + 1), sum: 0))
  }

  package func observe(_ value: Double) {
    // A handful of bounds: a walk beats a binary search.
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  package func observe(_ duration: Duration) {
    observe(duration / .seconds(1))
  }

  /// Takes the lock once.
  package func observe(nanoseconds durations: [Int64]) {
    state.withLock { state in
      for duration in durations {
        let value = Double(duration) * 1e-9
        state.counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        state.sum += value
      }
    }
  }

  package var snapshot: State { state.withLock { $0 } }
}

extension [Double] {
  /// Bounds in seconds for answers of a server, 100 µs to 10 s.
  package static let latencySeconds = [
    0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
  ]
}
