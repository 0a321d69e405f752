import Bytes
import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Jobs

/// Tests of failed attempts: their retries, back-off and permanent failure.
@Suite(.timeLimit(.minutes(1))) struct WorkerPoolFailureTests {
  private struct Transient: Error {}

  private static func configuration(attempts: Int) -> WorkerPool.Configuration {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 1
    configuration.maxAttempts = attempts
    return configuration
  }

  /// Waits until the only job is requeued. - Returns: its delay in seconds; nil if the job was deleted.
  private static func wait(_ fixture: JobFixture, attempt: Int64) async throws -> Int64? {
    while true {
      guard let row = try await fixture.rows().first else { return nil }
      if row.text("state") == "queued", row.integer("attempt") == attempt {
        return ((row.integer("run_at") ?? 0) - fixture.clock.now.milliseconds) / 1000
      }
      await Task.yield()
    }
  }

  /// Runs all attempts, each as soon as it is due. - Returns: the delays between them.
  private static func waits(_ fixture: JobFixture) async throws -> [Int64] {
    try await fixture.pool.start()
    var waits: [Int64] = []
    while let wait = try await wait(fixture, attempt: Int64(waits.count + 1)) {
      waits.append(wait)
      fixture.clock.advance(by: .seconds(wait))
      fixture.queue.wake()
    }
    return waits
  }

  @Test func doublesTheDelayUpToTheMaximum() async throws {
    let handler = ScriptedHandler { _ in throw Transient() }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration(attempts: 12))) { fixture in
      try await fixture.enqueue()
      #expect(try await Self.waits(fixture) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
      #expect(try await fixture.effects("failed") == [12])
    }
  }

  @Test func doesNotCountAttemptsDuringAStorageFailure() async throws {
    // The first call is that of `start`, the second claims the job, the third commits it.
    try await withFixture(
      try JobFixture(
        ScriptedHandler(), configuration: Self.configuration(attempts: 2), busy: [3])
    ) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      var given = 0
      while let row = try await fixture.rows().first {
        if row.text("state") == "queued", row.integer("run_at") != 0, row.integer("attempt") == 0 {
          given += 1
          fixture.clock.advance(by: .seconds(1))
          fixture.queue.wake()
        }
        await Task.yield()
      }
      #expect(given >= 1)
      #expect(try await fixture.effects("failed") == [])
      #expect(
        fixture.log.lines.contains { $0.hasPrefix("warning job attempt failed") && $0.contains("another process") })
    }
  }

  /// One line a second reports a storage failure of many jobs, with their number.
  @Test func aStorageFailureOfManyJobsIsLoggedTogether() async throws {
    let began = ContinuousClock.now
    try await withFixture(try JobFixture(ScriptedHandler(), busy: Set(3...40))) { fixture in
      try await fixture.enqueue(8)
      try await fixture.pool.start()
      while fixture.callCount < 40 {
        fixture.clock.advance(by: .seconds(10))
        fixture.queue.wake()
        await Task.yield()
      }
      let lines = fixture.log.lines.filter { $0.contains("another process") }
      let seconds = (ContinuousClock.now - began).components.seconds
      #expect(!lines.isEmpty && lines.count <= seconds + 1, "\(lines)")
    }
  }

  /// A database that crashes may have stored a claim whose answer is lost.
  @Test func aClaimWithoutAnAnswerIsMadeAgain() async throws {
    let attempts = Locked<[Int]>([])
    let handler = ScriptedHandler { job in
      attempts.withLock { $0.append(job.attempt) }
      return { _ in }
    }
    // The first call is that of `start`, the second claims the jobs.
    try await withFixture(try JobFixture(handler, unanswered: [2])) { fixture in
      try await fixture.enqueue(3)
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(3)
      #expect(try await fixture.rows().isEmpty)
      #expect(attempts.withLock { $0 } == [1, 1, 1])
    }
  }

  /// Running jobs are not queued again with the unknown ones.
  @Test func aClaimWithoutAnAnswerLeavesRunningJobsAlone() async throws {
    let started = Locked<[Int64]>([])
    let (isRunning, mayEnd) = (Gate(), Gate())
    let handler = ScriptedHandler { job in
      started.withLock { $0.append(job.id) }
      if job.id == 1 {
        isRunning.open()
        await mayEnd.passed()
      }
      return { _ in }
    }
    // start, claim of the first job, its timer's read, claim of the second.
    try await withFixture(try JobFixture(handler, unanswered: [4])) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await isRunning.passed()
      try await fixture.enqueue()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.rows().map { $0.integer("id") } == [1])
      mayEnd.open()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.rows().isEmpty)
      #expect(started.withLock { $0 } == [1, 2])
    }
  }

  @Test func retriesAJobOfUnknownKindAndFailsItPermanently() async throws {
    let fixture = try JobFixture(ScriptedHandler(), configuration: Self.configuration(attempts: 4))
    try await withFixture(fixture) { fixture in
      try await fixture.enqueue(kind: "future.work")
      #expect(try await Self.waits(fixture) == [1, 2, 4])
    }
    let lines = fixture.log.lines.filter { $0.contains("future.work") }
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("warning job attempt failed attempt=1") == true)
    #expect(lines.last?.hasPrefix("error job failed permanently attempt=4") == true)
  }

  @Test(arguments: ["{", "", "\u{1}"])
  func retriesAnUnreadableJobAndFailsItPermanently(payload: String) async throws {
    try await withFixture(try JobFixture(ScriptedHandler(), configuration: Self.configuration(attempts: 3))) {
      fixture in
      try await fixture.enqueue()
      try await fixture.database.write { try $0.execute("UPDATE jobs SET payload = $1", [.text(payload)]) }
      #expect(try await Self.waits(fixture) == [1, 2])
      // The handler is still called: it may notify the user.
      #expect(try await fixture.effects("failed") == [3])
      #expect(fixture.log.lines.last?.contains("reason=unreadable") == true)
    }
  }

  @Test func logsOnlyTheTypeOfAHandlersError() async throws {
    struct Quoting: Error { var text = "the user's words" }
    try await withFixture(
      try JobFixture(
        ScriptedHandler { _ in throw Quoting() }, configuration: Self.configuration(attempts: 1))
    ) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(fixture.log.lines.last?.contains("reason=Quoting") == true)
      #expect(!fixture.log.lines.joined().contains("the user's words"))
    }
  }

  @Test func claimsAgainAfterAStorageFailureWithoutAWakeUp() async throws {
    // The first call is that of `start`, the second claims the job.
    try await withFixture(try JobFixture(ScriptedHandler(), configuration: Self.configuration(attempts: 3), busy: [2]))
    { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(fixture.log.lines.contains { $0.hasPrefix("error cannot claim jobs") })
    }
  }
}
