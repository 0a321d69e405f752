import Bytes
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Jobs

/// The jobs that failed permanently.
@Suite(.timeLimit(.minutes(1))) struct FailedJobsTests {
  private static func configuration() -> WorkerPool.Configuration {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 1
    return configuration
  }

  /// A job of the server that fails permanently.
  private static func fail(_ fixture: JobFixture) async throws {
    let queue = fixture.queue
    try await fixture.database.write { try queue.enqueue(kind: "test", payload: ["n": 1], userID: nil, in: $0) }
    try await fixture.pool.start()
    await fixture.handler.waitForEnds(1)
  }

  @Test func keepsAJobThatFailedPermanently() async throws {
    let handler = ScriptedHandler { _ in throw JobFailure.permanent("no meal") }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await Self.fail(fixture)
      let (records, counts) = try await fixture.database.read {
        (try JobRecord.page(nil, limit: 10, offset: 0, in: $0), try JobRecord.counts(in: $0))
      }
      #expect(counts == [.waiting: 0, .running: 0, .failed: 1])
      let record = try #require(records.first)
      #expect(record.state == .failed && record.attempts == 1 && record.runAt == nil)
      #expect(record.error == #"permanent("no meal")"#)
    }
  }

  @Test func aRequeuedJobKeepsItsIDAndGetsAllAttempts() async throws {
    let handler = ScriptedHandler { _ in throw JobFailure.permanent("no meal") }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await Self.fail(fixture)
      await fixture.pool.drain(within: .seconds(1))
      try await fixture.database.write { connection in
        let job = try #require(try FailedJobs.find(1, in: connection))
        #expect(job.payload == ["n": 1])
        try FailedJobs.requeue(job, in: connection)
        #expect(try FailedJobs.find(1, in: connection) == nil)
        let record = try #require(try JobRecord.find(1, in: connection))
        #expect(record.state == .waiting && record.attempts == 0)
      }
    }
  }

  @Test func aJobOfADeletedAccountIsNotKept() async throws {
    let handler = ScriptedHandler { _ in throw JobFailure.permanent("no meal") }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      await fixture.handler.waitForEnds(1)
      #expect(
        try await fixture.database.read { try JobRecord.counts(in: $0) } == [.waiting: 0, .running: 0, .failed: 0])
    }
  }

  @Test func forgetsOldAndExcessJobs() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      let now = fixture.clock.now
      let old = now.advanced(by: .zero - FailedJobs.retention - .seconds(1))
      try await fixture.database.write { connection in
        for id in 0..<(FailedJobs.maxRows + 5) {
          try connection.execute(
            "INSERT INTO failed_jobs VALUES ($1, 'test', NULL, '{}', 5, 'x', 1, $2)",
            [.integer(Int64(id)), .integer(id < 3 ? old.milliseconds : now.milliseconds)])
        }
        while try FailedJobs.purge(now: now, in: connection) {}
        let ids = try connection.query("SELECT MIN(id) AS low, COUNT(*) AS n FROM failed_jobs")
        #expect(ids.first?.integer("n") == Int64(FailedJobs.maxRows) && ids.first?.integer("low") == 5)
      }
    }
  }

  @Test func aWaitingJobShowsTheErrorOfItsLastAttempt() async throws {
    struct Transient: Error {}
    let handler = ScriptedHandler { _ in throw Transient() }
    try await withFixture(try JobFixture(handler, configuration: Self.configuration())) { fixture in
      try await fixture.enqueue()
      try await fixture.pool.start()
      var record: JobRecord?
      while record?.attempts != 1 || record?.state != .waiting {
        record = try await fixture.database.read { try JobRecord.page(.waiting, limit: 1, offset: 0, in: $0).first }
        await Task.yield()
      }
      #expect(record?.error == "Transient" && record?.runAt != nil)
    }
  }
}
