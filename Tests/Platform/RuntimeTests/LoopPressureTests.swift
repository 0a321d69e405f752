import CLinux
import Glibc
import Testing

@testable import Runtime

@Suite struct LoopPressureTests {
  private static func moment(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// Samples of `LoopPressure.sample` events, by their durations in milliseconds.
  @Test(
    arguments: [
      ([500], [false]), ([400], [true]), ([100, 100], [true, true]),
      // 4,096 events in 700 ms are more than 5,000 a second, in 900 ms fewer.
      ([400, 700, 900, 700, 400], [true, true, false, false, true]),
      ([0], [true]),
    ] as [([Int64], [Bool])])
  func risesAndFallsWithTheRate(_ durations: [Int64], _ expected: [Bool]) {
    var now: Int64 = 10
    var pressure = LoopPressure(at: Self.moment(now))
    var states: [Bool] = []
    for duration in durations {
      let before = pressure.isHigh
      let hasChangedEarly = pressure.handled(LoopPressure.sample - 1, at: Self.moment(now))
      #expect(!hasChangedEarly)
      now += duration
      let hasChanged = pressure.handled(1, at: Self.moment(now))
      #expect(hasChanged == (pressure.isHigh != before))
      states.append(pressure.isHigh)
    }
    #expect(states == expected)
  }

  /// A handler that is always ready until its thread has batch scheduling.
  private final class Flood: DescriptorHandler {
    let loop: EventLoop
    let descriptor: Int32
    let done: CheckedContinuation<Void, Never>

    init(_ loop: EventLoop, _ descriptor: Int32, _ done: CheckedContinuation<Void, Never>) {
      self.loop = loop
      self.descriptor = descriptor
      self.done = done
    }

    func ready(_ events: UInt32) {
      guard hearth_has_batch_scheduling() == 1 else { return }
      let descriptor = descriptor
      loop.assumeIsolated { $0.unwatch(descriptor) }
      done.resume()
    }
  }

  @Test(.timeLimit(.minutes(1))) func setsBatchSchedulingForAFloodedLoop() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let descriptor = eventfd(1, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    defer { close(descriptor) }
    await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        try? loop.watch(
          descriptor, LoopBound(Flood(loop, descriptor, done), on: loop), events: EPOLLIN.rawValue)
      }
    }
  }
}
