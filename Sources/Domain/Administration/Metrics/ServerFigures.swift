package import Metrics

/// The figures of a process that the program reads for the metrics of administrators. Each is called every two seconds.
package struct ServerFigures: Sendable {
  /// The durations of all responses since the start, in seconds.
  package var responses: @Sendable () -> Histogram.State
  /// The upper bounds of the buckets of `responses`.
  package var bounds: [Double]
  /// The longest iteration of an event loop since the last call.
  package var loopLag: @Sendable () -> Duration
  /// The resident memory in bytes.
  package var memoryBytes: @Sendable () -> Int64

  /// The figures of one process.
  package init(
    responses: @escaping @Sendable () -> Histogram.State, bounds: [Double],
    loopLag: @escaping @Sendable () -> Duration, memoryBytes: @escaping @Sendable () -> Int64
  ) {
    self.responses = responses
    self.bounds = bounds
    self.loopLag = loopLag
    self.memoryBytes = memoryBytes
  }
}
