import Bytes
import Jobs
import Metrics
import Runtime
import Storage

/// Keeps a sample of the server's figures for each interval of the last 15 minutes: 450 samples of about 150 bytes. Requests
/// cost nothing more, because the sampler subtracts counters that exist anyway. Any thread.
final class MetricsSampler: Sendable {
  /// The time between two samples.
  static let interval: Duration = .seconds(2)
  /// The number of kept samples.
  static let capacity = 450

  private struct State {
    /// A ring: the oldest sample is at `next` once it is full.
    var samples: [MetricsSample] = []
    var next = 0
    var counts: [UInt64]
    var sampled: MonotonicInstant
  }

  private let figures: ServerFigures
  private let connections: @Sendable () -> Int
  private let disk: @Sendable () -> DiskUsage?
  private let database: any Database
  private let environment: Environment
  private let state: Locked<State>

  init(
    figures: ServerFigures, connections: @escaping @Sendable () -> Int, disk: @escaping @Sendable () -> DiskUsage?,
    database: any Database, environment: Environment
  ) {
    self.figures = figures
    self.connections = connections
    self.disk = disk
    self.database = database
    self.environment = environment
    state = Locked(State(counts: figures.responses().counts, sampled: .now))
  }

  /// Takes a sample of the time since the last one. - Parameter instant: the time of the sample, for tests.
  func sample(at instant: MonotonicInstant = .now) async {
    let counts = figures.responses().counts
    // A database that is busy or fails must not stop the other figures.
    let jobs = try? await database.read(for: .server) { try JobRecord.counts(in: $0)[.waiting] }
    let (lag, memory, disk, time) = (figures.loopLag(), figures.memoryBytes(), disk(), environment.now())
    let (bounds, connections) = (figures.bounds, connections())
    state.withLock { state in
      let seconds = max(0.001, Double(instant.since(state.sampled)) * 1e-9)
      let difference = zip(counts, state.counts).map { $0 &- $1 }
      func milliseconds(_ quantile: Double) -> Double? {
        Quantiles.value(quantile, of: difference, bounds: bounds).map { $0 * 1000 }
      }
      let sample = MetricsSample(
        time: time, requestsPerSecond: Double(difference.reduce(0, &+)) / seconds, p50: milliseconds(0.5),
        p95: milliseconds(0.95), p99: milliseconds(0.99), connections: connections, jobsWaiting: jobs,
        loopLag: lag / .milliseconds(1), memoryBytes: memory, disk: disk)
      state.counts = counts
      state.sampled = instant
      if state.samples.count < Self.capacity {
        state.samples.append(sample)
      } else {
        state.samples[state.next] = sample
        state.next = (state.next + 1) % Self.capacity
      }
    }
  }

  /// The kept samples after a time, oldest first. - Parameter time: nil for all.
  func samples(since time: Timestamp?) -> [MetricsSample] {
    state.withLock { state in
      let ordered = state.samples[state.next...] + state.samples[..<state.next]
      guard let time else { return Array(ordered) }
      return ordered.filter { $0.time > time }
    }
  }
}
