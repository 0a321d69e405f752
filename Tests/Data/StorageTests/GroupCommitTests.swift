import Glibc
import Runtime
import Storage
import TestSupport
import Testing

/// Tests of group commit: waiting transactions share one commit.
@Suite(.timeLimit(.minutes(1))) struct GroupCommitTests {
  private static let insert = "INSERT INTO sign_outs (user_id, created_at) VALUES ($1, 0)"
  private struct Refused: Error {}

  /// Runs `count` writers that wait for a first one. - Returns: the number of transactions in each commit.
  private static func together(
    _ count: Int, _ write: @escaping @Sendable (Int, SQLiteDatabase) async -> Void,
    then check: (SQLiteDatabase) async throws -> Void = { _ in }
  ) async throws -> [Int] {
    let folder = try TemporaryFolder()
    let batches = Locked<[Int]>([])
    var configuration = SQLiteConfiguration()
    configuration.observeBatch = { size in batches.withLock { $0.append(size) } }
    let database = try SQLiteDatabase.open(folder: folder.path, configuration: configuration)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await database.write { [database] _ in
          begin.yield()
          while database.waitingWrites < count { sched_yield() }
        }
      }
      for await _ in begun { break }
      for number in 0..<count { group.addTask { await write(number, database) } }
    }
    try await check(database)
    await database.close()
    return batches.withLock { $0 }
  }

  @Test func manyWritersShareOneCommit() async throws {
    let done = Locked(0)
    let batches = try await Self.together(200) { number, database in
      let isDone = (try? await database.write { try $0.execute(Self.insert, [.text("\(number)")]) }) != nil
      if isDone { done.withLock { $0 += 1 } }
    }
    #expect(done.withLock { $0 } == 200)
    #expect(batches == [1, 200])
  }

  @Test func rollsBackAFailedTransactionAlone() async throws {
    let failures = Locked<[Int]>([])
    let batches = try await Self.together(60) { number, database in
      do {
        try await database.write { connection in
          try connection.execute(Self.insert, [.text("\(number)")])
          if number == 7 { throw Refused() }
          if number == 8 { try connection.execute("INSERT INTO sign_outs (id) VALUES (NULL)") }
          if number == 9 { _ = try connection.query("SELECT nonsense FROM sign_outs") }
        }
      } catch {
        failures.withLock { $0.append(number) }
      }
    } then: { database in
      let names = try await database.read { connection in
        try connection.query("SELECT user_id FROM sign_outs").compactMap { $0.text("user_id") }
      }
      #expect(Set(names) == Set((0..<60).filter { ![7, 8, 9].contains($0) }.map(String.init)))
    }
    #expect(failures.withLock { $0 }.sorted() == [7, 8, 9])
    #expect(batches == [1, 60])
  }

  @Test func splitsAFullBatch() async throws {
    let batches = try await Self.together(600) { number, database in
      _ = try? await database.write { try $0.execute(Self.insert, [.text("\(number)")]) }
    }
    #expect(batches == [1, 512, 88])
  }
}
