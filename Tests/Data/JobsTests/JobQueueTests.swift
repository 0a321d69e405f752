import Bytes
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Jobs

@Suite struct JobQueueTests {
  private struct Refused: Error {}

  @Test func claimsManyInOneTransactionInOrder() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      try await fixture.enqueue(5)
      let now = fixture.clock.now
      let claimed = try await fixture.database.write {
        try JobRepository.claim(.allBut([]), node: 0, limit: 3, now: now, maxDelay: .seconds(300), in: $0)
      }
      #expect(claimed.map(\.id) == [1, 2, 3])
      let rest = try await fixture.database.write {
        try JobRepository.claim(.allBut([]), node: 0, limit: 3, now: now, maxDelay: .seconds(300), in: $0)
      }
      #expect(rest.map(\.id) == [4, 5])
    }
  }

  @Test func claimsNoJobBeforeItIsDue() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      try await fixture.enqueue()
      let now = fixture.clock.now
      let job = try #require(
        try await fixture.database.write {
          try JobRepository.claim(.allBut([]), node: 0, limit: 1, now: now, maxDelay: .seconds(300), in: $0)
        }
        .first)
      let due = now.advanced(by: .seconds(4))
      try await fixture.database.write { try JobRepository.retry(job, at: due, reason: "x", in: $0) }
      fixture.clock.advance(by: .milliseconds(3999))
      for (moment, count) in [(fixture.clock.now, 0), (due, 1)] {
        let claimed = try await fixture.database.write {
          try JobRepository.claim(.allBut([]), node: 0, limit: 1, now: moment, maxDelay: .seconds(300), in: $0)
        }
        #expect(claimed.count == count)
      }
    }
  }

  @Test(
    arguments: [
      (nil, -3600, 1), (nil, -31_536_000, 1), (nil, 31_536_000, 1), (4, 0, 0), (4, 4, 1), (4, -200, 0), (4, -300, 1),
      (4, -31_536_000, 1),
    ] as [(Int?, Int, Int)])
  func claimsDueJobsAlsoAfterTheClockWasSet(_ retry: Int?, _ jump: Int, _ count: Int) async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      try await fixture.enqueue()
      let now = fixture.clock.now
      if let retry {
        let job = try #require(
          try await fixture.database.write {
            try JobRepository.claim(.allBut([]), node: 0, limit: 1, now: now, maxDelay: .seconds(300), in: $0)
          }.first)
        try await fixture.database.write {
          try JobRepository.retry(job, at: now.advanced(by: .seconds(retry)), reason: "x", in: $0)
        }
      }
      let claimed = try await fixture.database.write {
        try JobRepository.claim(
          .allBut([]), node: 0, limit: 1, now: now.advanced(by: .seconds(jump)), maxDelay: .seconds(300), in: $0)
      }
      #expect(claimed.count == count)
    }
  }

  @Test func rollsBackAnAbortedTransaction() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture async throws in
      let queue = fixture.queue
      await #expect(throws: Refused.self) {
        try await fixture.database.write { connection in
          try queue.enqueue(kind: "test", payload: [:], userID: nil, in: connection)
          throw Refused()
        }
      }
      #expect(try await fixture.rows().isEmpty)
    }
  }

  @Test func countsJobsAndFindsTheOldest() async throws {
    try await withFixture(try JobFixture(ScriptedHandler())) { fixture in
      let start = fixture.clock.now
      try await fixture.enqueue()
      fixture.clock.advance(by: .seconds(7))
      try await fixture.enqueue(2)
      let queue = fixture.queue
      let (depth, oldest) = try await fixture.database.read { try queue.statistics(in: $0) }
      #expect(depth == 3)
      #expect(oldest == start)
    }
  }
}
