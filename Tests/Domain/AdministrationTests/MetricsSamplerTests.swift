import Bytes
import Metrics
import Runtime
import Storage
import TestSupport
import Testing

@testable import Administration

@Suite struct MetricsSamplerTests {
  private static func sampler(_ histogram: Histogram, _ clock: ManualClock) throws -> MetricsSampler {
    MetricsSampler(
      figures: ServerFigures(
        responses: { histogram.snapshot }, bounds: histogram.bounds, loopLag: { .milliseconds(3) },
        memoryBytes: { 42 }),
      connections: { 7 }, disk: { nil }, database: try TestDatabase.make(), environment: clock.environment)
  }

  @Test func aSampleHasTheDifferenceToTheLastOne() async throws {
    let histogram = Histogram(bounds: [0.01, 0.02])
    let clock = ManualClock()
    histogram.observe(0.015)
    let sampler = try Self.sampler(histogram, clock)
    var instant = MonotonicInstant.now.nanoseconds
    for _ in 0..<10 { histogram.observe(0.005) }
    instant += 2_000_000_000
    await sampler.sample(at: MonotonicInstant(nanoseconds: instant))
    instant += 2_000_000_000
    clock.advance(by: .seconds(2))
    await sampler.sample(at: MonotonicInstant(nanoseconds: instant))
    let samples = sampler.samples(since: nil)
    #expect(samples.count == 2)
    #expect((4...5.1).contains(samples[0].requestsPerSecond), "\(samples[0].requestsPerSecond)")
    #expect(samples[0].p50.map { abs($0 - 5) < 1e-6 } == true)
    #expect(samples[1].requestsPerSecond == 0 && samples[1].p99 == nil)
    #expect(samples[1].connections == 7 && samples[1].memoryBytes == 42 && samples[1].loopLag == 3)
    #expect(samples[1].jobsWaiting == 0 && samples[1].disk == nil)
    #expect(sampler.samples(since: samples[0].time) == [samples[1]])
    #expect(sampler.samples(since: samples[1].time) == [])
  }

  @Test func keepsTheSamplesOf15Minutes() async throws {
    let clock = ManualClock()
    let sampler = try Self.sampler(Histogram(bounds: [1]), clock)
    var times: [Timestamp] = []
    for _ in 0..<(MetricsSampler.capacity + 25) {
      clock.advance(by: MetricsSampler.interval)
      times.append(clock.now)
      await sampler.sample()
    }
    #expect(MetricsSampler.interval * MetricsSampler.capacity == .seconds(900))
    #expect(sampler.samples(since: nil).map(\.time) == times.suffix(MetricsSampler.capacity))
  }
}
