import Dispatch
import Runtime
import Storage
import TestSupport
import Testing

/// The behaviour of reads that both engines share.
@Suite(.timeLimit(.minutes(2))) struct ConformanceReadTests {
  private static let insert = "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ('a', '', 0, 0)"
  private static let count = "SELECT COUNT(*) AS n FROM jobs"
  private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"

  @Test(arguments: Engine.allCases) func aReadSeesOneSnapshot(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let (begun, changed) = (Gate(), Gate())
      let database = open.database
      async let counts = database.read { connection in
        let before = try connection.first(Self.count, [])?.integer("n")
        begun.open()
        changed.wait()
        return [before, try connection.first(Self.count, [])?.integer("n")]
      }
      await begun.passed()
      try await database.write { try $0.execute(Self.insert) }
      changed.open()
      let found1 = try await counts
      #expect(found1 == [0, 0])
      let found2 = try await database.read { try $0.first(Self.count, [])?.integer("n") }
      #expect(found2 == 1)
    }
  }

  @Test(arguments: Engine.allCases) func aReadMayNotWrite(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      await #expect(throws: StorageError.readOnly) { try await open.database.read { try $0.execute(Self.insert) } }
      let found3 = try await open.database.read { try $0.first(Self.count, [])?.integer("n") }
      #expect(found3 == 0)
    }
  }

  @Test(arguments: Engine.allCases) func aReadSeesTheWritesThatEndedBefore(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      for number in 1...50 {
        try await open.database.write { try $0.execute(Self.insert) }
        let found4 = try await open.database.read { try $0.first(Self.count, [])?.integer("n") }
        #expect(found4 == Int64(number))
      }
    }
  }

  @Test(arguments: Engine.allCases) func noShareOccupiesAllReaders(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let database = open.database
      let release = DispatchSemaphore(value: 0)
      let begun = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<30 {
          group.addTask {
            try await database.read(for: .client("a")) { _ in
              begun.withLock { $0 += 1 }
              release.wait()
            }
          }
        }
        try await waitUntil { begun.withLock { $0 } >= 1 && open.waitingReads() >= 29 }
        for _ in 0..<20 {
          let answer = try await database.read(for: .client("b")) { try $0.first("SELECT 7 AS n", [])?.integer("n") }
          #expect(answer == 7)
        }
        #expect(begun.withLock { $0 } == 1)
        for _ in 0..<30 { release.signal() }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: Engine.allCases) func aClientWithTooManyWaitingReadsIsRefused(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let database = open.database
      let release = DispatchSemaphore(value: 0)
      let begun = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await database.read(for: .client("a")) { _ in
            begun.open()
            release.wait()
          }
        }
        await begun.passed()
        for _ in 0..<128 { group.addTask { try await database.read(for: .client("a")) { _ in release.wait() } } }
        try await waitUntil { open.waitingReads() >= 128 }
        await #expect(throws: StorageError.shareExceeded) { try await database.read(for: .client("a")) { _ in } }
        try await database.read(for: .client("b")) { _ in }
        for _ in 0..<129 { release.signal() }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: Engine.allCases) func aLongReadIsAborted(_ engine: Engine) async throws {
    try await withEngine(engine, EngineOptions(queryTimeout: .milliseconds(200))) { open in
      await #expect(throws: StorageError.timedOut) {
        try await open.database.read(for: .client("a")) { _ = try $0.query(Self.endless) }
      }
      // Many short statements together have the same limit.
      await #expect(throws: StorageError.timedOut) {
        try await open.database.read(for: .client("a")) { while true { _ = try $0.query("SELECT 1 AS one") } }
      }
      while true {
        do {
          let answer = try await open.database.read(for: .client("b")) {
            try $0.first("SELECT 7 AS n", [])?.integer("n")
          }
          #expect(answer == 7)
          break
        } catch StorageError.overloaded { continue }
      }
    }
  }
}
