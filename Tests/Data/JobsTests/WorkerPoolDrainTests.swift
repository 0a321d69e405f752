import Bytes
import Storage
import TestSupport
import Testing

@testable import Jobs

/// Tests of a pool's drain and of its idle state.
@Suite(.timeLimit(.minutes(1))) struct WorkerPoolDrainTests {
  typealias Held = CheckedContinuation<Void, Never>

  /// A handler that reports each start and waits for the test.
  private static func held() -> (ScriptedHandler, AsyncStream<Held>) {
    let (started, start) = AsyncStream<Held>.makeStream()
    let handler = ScriptedHandler { _ in
      await withCheckedContinuation { _ = start.yield($0) }
      return { _ in }
    }
    return (handler, started)
  }

  private static func one() -> WorkerPool.Configuration {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 1
    return configuration
  }

  @Test func endsAfterTheLastJobBeforeTheGracePeriod() async throws {
    let (handler, started) = Self.held()
    let fixture = try JobFixture(handler, configuration: Self.one())
    try await fixture.enqueue(2)
    try await fixture.pool.start()
    var starts = started.makeAsyncIterator()
    let first = await starts.next()
    async let drained: Void = fixture.pool.drain(within: .seconds(3600))
    try await waitUntil { await fixture.pool.isDraining }
    first?.resume()
    await drained
    // The first is done, the second was never claimed.
    let rows = try await fixture.rows()
    #expect(rows.map { $0.integer("id") } == [2])
    #expect(rows.map { $0.integer("attempt") } == [0])
  }

  @Test(arguments: [false, true])
  func endsAtOnceWithoutRunningJobs(hasWorked: Bool) async throws {
    let fixture = try JobFixture(ScriptedHandler())
    try await fixture.pool.start()
    if hasWorked {
      try await fixture.enqueue()
      await fixture.handler.waitForEnds(1)
    }
    // Three calls: of `start`, a claim without jobs, and the read of the next due time.
    try await waitUntil { fixture.callCount >= 3 }
    await fixture.pool.drain(within: .seconds(3600))
  }

  @Test func requeuesJobsClaimedDuringTheStartOfADrain() async throws {
    let (taken, take) = AsyncStream<Held>.makeStream()
    let fixture = try JobFixture(ScriptedHandler()) { number in
      // The first transaction is that of `start`, the second claimed the jobs.
      if number == 2 { await withCheckedContinuation { _ = take.yield($0) } }
    }
    try await fixture.enqueue(2)
    try await fixture.pool.start()
    var takes = taken.makeAsyncIterator()
    let claim = await takes.next()
    #expect(try await fixture.rows().map { $0.text("state") } == ["running", "running"])
    async let drained: Void = fixture.pool.drain(within: .seconds(3600))
    try await waitUntil { await fixture.pool.isDraining }
    claim?.resume()
    await drained
    let rows = try await fixture.rows()
    #expect(rows.map { $0.text("state") } == ["queued", "queued"])
    #expect(rows.map { $0.integer("attempt") } == [0, 0])
  }

  @Test func makesNoCallsWhileEveryThreadIsBusy() async throws {
    let (handler, started) = Self.held()
    try await withFixture(try JobFixture(handler, configuration: Self.one())) { fixture in
      try await fixture.enqueue(2)
      try await fixture.pool.start()
      var starts = started.makeAsyncIterator()
      let first = await starts.next()
      let calls = fixture.callCount
      for _ in 0..<100 {
        fixture.queue.wake()
        // Lets the pool's own thread run.
        _ = await fixture.pool.isDraining
      }
      #expect(fixture.callCount == calls)
      first?.resume()
      let second = await starts.next()
      second?.resume()
      await fixture.handler.waitForEnds(2)
    }
  }

  @Test func readsTheNextDueTimeOnce() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      try await fixture.enqueue()
      let later = fixture.clock.now.advanced(by: .seconds(250)).milliseconds
      try await fixture.database.write { try $0.execute("UPDATE jobs SET run_at = $1", [.integer(later)]) }
      try await fixture.pool.start()
      // The three calls of an idle pool; a late wake-up repeats the last two.
      try await waitUntil { fixture.callCount >= 3 }
      for _ in 0..<1000 { _ = await fixture.pool.isDraining }
      #expect(fixture.callCount <= 5)
    }
  }
}
