import Dispatch
import Runtime
import Storage
import TestSupport
import Testing

/// Tests of the fair sharing of readers between clients.
@Suite(.timeLimit(.minutes(1))) struct ReaderShareTests {
  private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"

  private static func open(
    _ folder: TemporaryFolder, readers: Int = 2, timeout: Duration? = nil
  ) throws -> SQLiteDatabase {
    var configuration = SQLiteConfiguration()
    configuration.readers = readers
    configuration.queryTimeout = timeout
    return try SQLiteDatabase.open(folder: folder.path, configuration: configuration)
  }

  /// Repeats a read that a busy machine did not start within its time limit.
  private static func read<Value: Sendable>(
    _ database: SQLiteDatabase, for share: ClientShare,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    while true {
      do { return try await database.read(for: share, body) } catch StorageError.overloaded { continue }
    }
  }

  @Test func thirtyReadsOfOneUserLeaveAReaderForAnother() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
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
      // All reads are submitted: one runs, the others wait.
      try await waitUntil { begun.withLock { $0 } >= 1 && database.waitingReads >= 29 }
      for _ in 0..<100 {
        let answer = try await database.read(for: .client("b")) { try $0.first("SELECT 7 AS n", [])?.integer("n") }
        #expect(answer == 7)
      }
      #expect(begun.withLock { $0 } == 1, "none of the user's other reads began on the reader that is left for others")
      for _ in 0..<30 { release.signal() }
      try await group.waitForAll()
    }
    #expect(begun.withLock { $0 } == 30)
  }

  @Test func aReadCountsForTheShareOfItsTask() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
    let release = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await ClientShare.$current.withValue(.client("a")) { try await database.read { _ in release.wait() } }
        }
      }
      try await waitUntil { database.waitingReads == 1 }
      try await database.read { _ in }
      #expect(database.waitingReads == 1)
      for _ in 0..<2 { release.signal() }
      try await group.waitForAll()
    }
  }

  @Test func aClientWithTooManyWaitingReadsIsRefused() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
    let release = DispatchSemaphore(value: 0)
    let begun = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await database.read(for: .client("a")) { _ in
          begun.withLock { $0 = true }
          release.wait()
        }
      }
      try await waitUntil { begun.withLock { $0 } }
      for _ in 0..<128 { group.addTask { try await database.read(for: .client("a")) { _ in release.wait() } } }
      try await waitUntil { database.waitingReads >= 128 }
      await #expect(throws: StorageError.shareExceeded) { try await database.read(for: .client("a")) { _ in } }
      try await database.read(for: .client("b")) { _ in }
      for _ in 0..<129 { release.signal() }
      try await group.waitForAll()
    }
  }

  @Test func aQueryOverTheTimeLimitEndsAndItsReaderContinues() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder, readers: 1, timeout: .milliseconds(20))
    for share in [ClientShare.client("a"), .server] {
      await #expect(throws: StorageError.timedOut) {
        try await Self.read(database, for: share) { try $0.query(Self.endless) }
      }
    }
    let answer = try await Self.read(database, for: .server) { try $0.first("SELECT 7 AS n", [])?.integer("n") }
    #expect(answer == 7)
  }

  @Test func theServersOwnReadsOutlastATinyTimeout() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder, readers: 1, timeout: .nanoseconds(1))
    let answer = try await database.read(for: .server) { try $0.first("SELECT 7 AS n", [])?.integer("n") }
    #expect(answer == 7)
  }

  @Test func manyShortQueriesOfOneReadCountTogether() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder, timeout: .milliseconds(20))
    await #expect(throws: StorageError.timedOut) {
      try await Self.read(database, for: .client("a")) { connection in
        while true { _ = try connection.query("SELECT 1") }
      }
    }
  }

  @Test func aReadThatWaitedTooLongIsNotStarted() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder, readers: 1, timeout: .milliseconds(1))
    let release = DispatchSemaphore(value: 0)
    let begun = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await Self.read(database, for: .client("a")) { _ in
          begun.withLock { $0 = true }
          release.wait()
        }
      }
      try await waitUntil { begun.withLock { $0 } }
      group.addTask {
        await #expect(throws: StorageError.overloaded) {
          try await database.read(for: .client("b")) { _ in Issue.record("it was begun") }
        }
      }
      try await waitUntil { database.waitingReads != 0 }
      let now = ContinuousClock.now
      while ContinuousClock.now - now < .milliseconds(3) { await Task.yield() }
      release.signal()
      try await group.waitForAll()
    }
  }

  @Test func waitingReadsRunBeforeTheDatabaseCloses() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
    let release = DispatchSemaphore(value: 0)
    let done = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 {
        group.addTask {
          try await database.read(for: .client("a")) { _ in
            release.wait()
            done.withLock { $0 += 1 }
          }
        }
      }
      try await waitUntil { database.waitingReads >= 4 }
      for _ in 0..<5 { release.signal() }
      await database.close()
      #expect(done.withLock { $0 } == 5)
      try await group.waitForAll()
    }
    await #expect(throws: StorageError.closed) { try await database.read { _ in } }
  }

  @Test func aCommandHasNoTimeout() async throws {
    #expect(SQLiteConfiguration().queryTimeout == nil)
  }
}
