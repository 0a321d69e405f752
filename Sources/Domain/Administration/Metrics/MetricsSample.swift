import Bytes
import Storage

/// The figures of one interval.
struct MetricsSample: Sendable, Equatable {
  /// The end of the interval.
  var time: Timestamp
  var requestsPerSecond: Double
  /// Percentiles of the duration of responses in milliseconds; nil without responses.
  var p50: Double?
  var p95: Double?
  var p99: Double?
  /// Open event sockets.
  var connections: Int
  /// Waiting jobs; nil if the database did not answer.
  var jobsWaiting: Int64?
  /// The longest iteration of an event loop in milliseconds.
  var loopLag: Double
  var memoryBytes: Int64
  /// Bytes of the files in the data folder, and free bytes of its file system; nil if they cannot be read.
  var disk: DiskUsage?
}
