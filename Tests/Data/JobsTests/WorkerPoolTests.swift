import Bytes
import JSONCodec
import Jobs
import Runtime
import Storage
import TestSupport
import Testing

@Suite struct WorkerPoolTests {
  private struct Transient: Error {}

  private static func effect(_ job: Job) -> @Sendable (any SQLConnection) throws -> Void {
    let attempt = Int64(job.attempt)
    return { try $0.execute("INSERT INTO sign_outs (user_id, created_at) VALUES ('done', $1)", [.integer(attempt)]) }
  }

  private static func configuration(
    concurrency: Int = 2, attempts: Int = 5, timeout: Duration = .seconds(30)
  ) -> WorkerPool.Configuration {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = concurrency
    configuration.maxAttempts = attempts
    configuration.timeout = timeout
    configuration.firstRetry = .zero
    return configuration
  }

  @Test func runsEveryJobOnceAndDeletesIt() async throws {
    try await withFixture(try JobFixture(ScriptedHandler { Self.effect($0) })) { fixture in
      try await fixture.enqueue(20)
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(20)
      #expect(try await fixture.effects("done").count == 20)
      #expect(try await fixture.rows().isEmpty)
    }
  }

  @Test func wakesForLaterJobs() async throws {
    try await withFixture(try JobFixture(ScriptedHandler { Self.effect($0) })) { fixture in
      try await fixture.pool.start()
      try await fixture.enqueue()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done") == [1])
    }
  }

  @Test func runsAtMostTheConfiguredNumberAtATime() async throws {
    let (started, start) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    let handler = ScriptedHandler { job in
      await withCheckedContinuation { _ = start.yield($0) }
      return Self.effect(job)
    }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration(concurrency: 2))) { fixture in
      try await fixture.enqueue(3)
      try await fixture.pool.start()
      var running = started.makeAsyncIterator()
      let first = await running.next()
      let second = await running.next()
      let states = try await fixture.rows().compactMap { $0.text("state") }
      #expect(states == ["running", "running", "queued"])
      first?.resume()
      second?.resume()
      let third = await running.next()
      third?.resume()
      await fixture.handler.waitForEnds(3)
      #expect(try await fixture.effects("done").count == 3)
    }
  }

  @Test(.timeLimit(.minutes(1))) func runsTheNextJobDuringTheCommitOfTheLast() async throws {
    let (started, start) = AsyncStream<Int64>.makeStream()
    let handler = ScriptedHandler { job in
      start.yield(job.id)
      return Self.effect(job)
    }
    let (held, hold) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    try await withFixture(
      try JobFixture(handler, configuration: Self.configuration(concurrency: 1)) { number in
        // The first transaction is that of `start`, the second claimed a job, the third commits it or claims the next.
        if number == 3 { await withCheckedContinuation { _ = hold.yield($0) } }
      }
    ) { fixture in
      try await fixture.enqueue(2)
      try await fixture.pool.start()
      var starts = started.makeAsyncIterator()
      var holds = held.makeAsyncIterator()
      #expect(await starts.next() == 1)
      let commit = await holds.next()
      #expect(await starts.next() == 2)
      commit?.resume()
      await fixture.handler.waitForEnds(2)
      #expect(try await fixture.effects("done").count == 2)
    }
  }

  @Test func retriesUntilSuccess() async throws {
    let handler = ScriptedHandler { job in
      if job.attempt < 3 { throw Transient() }
      return Self.effect(job)
    }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done") == [3])
    }
  }

  @Test(arguments: [(false, Int64(3)), (true, 1)])
  func failsPermanently(isPermanent: Bool, after attempts: Int64) async throws {
    let handler = ScriptedHandler { _ in
      if isPermanent { throw JobFailure.permanent("no") }
      throw Transient()
    }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration(attempts: 3))) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("failed") == [attempts])
      #expect(try await fixture.rows().isEmpty)
    }
  }

  @Test func failsAHandlerThatNeverReturns() async throws {
    let handler = ScriptedHandler { job in
      if job.id == 1 { unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      return Self.effect(job)
    }
    try await withFixture(
      try JobFixture(
        handler, configuration: Self.configuration(concurrency: 1, attempts: 1, timeout: .milliseconds(50)))
    ) { fixture in
      try await fixture.enqueue(2)
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(2)
      #expect(try await fixture.effects("failed") == [1])
      #expect(try await fixture.effects("done") == [1])
    }
  }

  /// An attempt would be lost if the process ended while a claimed job waits for tables.
  @Test func preparesBeforeItClaimsTheFirstJob() async throws {
    let (preparations, claims) = (Locked(0), Locked<[Int]>([]))
    var configuration = Self.configuration()
    configuration.prepare = { preparations.withLock { $0 += 1 } }
    let fixture = try JobFixture(ScriptedHandler { Self.effect($0) }, configuration: configuration) { _ in
      claims.withLock { $0.append(preparations.withLock { $0 }) }
    }
    try await withFixture(fixture) { fixture in
      try await fixture.pool.start()
      try await fixture.enqueue(3)
      await fixture.handler.waitForEnds(3)
      // The first transaction is that of `start`; the others claim jobs and close them.
      #expect(claims.withLock { Set($0.dropFirst()) } == [1])
      #expect(try await fixture.effects("done") == [1, 1, 1])
    }
  }

  /// Each of them keeps a thread, of which there are at most eight for each worker.
  @Test(.timeLimit(.minutes(1))) func replacesABoundedNumberOfOccupiedThreads() async throws {
    let (held, hold) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    let handler = ScriptedHandler { job in
      if job.id <= 9 { await withCheckedContinuation { _ = hold.yield($0) } }
      return Self.effect(job)
    }
    try await withFixture(
      try JobFixture(
        handler, configuration: Self.configuration(concurrency: 1, attempts: 1, timeout: .milliseconds(1)))
    ) { fixture in
      try await fixture.enqueue(9)
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(9)
      try await fixture.enqueue()
      #expect(try await fixture.rows().compactMap { $0.text("state") } == ["queued"])
      var occupied = held.makeAsyncIterator()
      for _ in 0..<9 { await occupied.next()?.resume() }
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done").count <= 1)
    }
  }

  @Test func retriesAfterAFailedClosingTransaction() async throws {
    let handler = ScriptedHandler { job in
      let effect = Self.effect(job)
      let isFirst = job.attempt == 1
      return { connection in
        try effect(connection)
        if isFirst { throw Transient() }
      }
    }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done") == [2])
    }
  }

  @Test func requeuesUnfinishedJobsAtTheEndOfADrain() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let handler = ScriptedHandler { _ in
      start.yield()
      unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return { _ in }
    }
    let fixture = try JobFixture(handler)
    try await fixture.enqueue()
    try await fixture.pool.start()
    var running = started.makeAsyncIterator()
    _ = await running.next()
    await fixture.pool.drain(within: .zero)
    let row = try #require(try await fixture.rows().first)
    #expect(row.text("state") == "queued")
    #expect(row.integer("attempt") == 0)
  }

  @Test func requeuesTheJobsOfAnEndedProcess() async throws {
    try await withFixture(try JobFixture(ScriptedHandler { Self.effect($0) })) { fixture in
      try await fixture.enqueue()
      try await fixture.database.write { try $0.execute("UPDATE jobs SET state = 'running', attempt = 1") }
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done") == [2])
    }
  }

  @Test func failsAJobThatKeptCrashingTheProcess() async throws {
    try await withFixture(try JobFixture(ScriptedHandler { Self.effect($0) })) { fixture in
      try await fixture.enqueue()
      try await fixture.database.write { try $0.execute("UPDATE jobs SET state = 'running', attempt = 5") }
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(try await fixture.effects("done").isEmpty)
      #expect(try await fixture.effects("failed") == [6])
    }
  }
}
