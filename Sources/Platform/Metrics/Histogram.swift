import Runtime

/// A histogram of observations. Any thread.
package final class Histogram: Sendable {
  /// The upper bounds of the buckets, inclusive and increasing. A further bucket counts larger values.
  package let bounds: [Double]
  private let state: Locked<State>

  /// The observations so far.
  package struct State: Sendable {
    /// The number of observations per bucket, not cumulative; one more than `bounds`.
    package var counts: [UInt64]
    /// The sum of the observed values.
    package var sum: Double

    /// Observations of several histograms with the same bounds.
    package init(counts: [UInt64], sum: Double) {
      self.counts = counts
      self.sum = sum
    }
  }

  /// - Parameter bounds: the upper bounds, in any order.
  package init(bounds: [Double]) {
    self.bounds = bounds.sorted()
    state = Locked(State(counts: Array(repeating: 0, count: bounds.count + 1), sum: 0))
  }

  /// Records a value.
  package func observe(_ value: Double) {
    // With few bounds a linear search is faster than a binary search.
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  /// Records a duration in seconds.
  package func observe(_ duration: Duration) {
    observe(duration / .seconds(1))
  }

  /// Records durations given in nanoseconds, as seconds, under one lock.
  package func observe(nanoseconds durations: [Int64]) {
    state.withLock { state in
      for duration in durations {
        let value = Double(duration) * 1e-9
        state.counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        state.sum += value
      }
    }
  }

  /// A consistent copy of the observations.
  package var snapshot: State { state.withLock { $0 } }
}

extension [Double] {
  /// Bounds in seconds for response times, 100 µs to 10 s.
  package static let latencySeconds = [
    0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
  ]
}
