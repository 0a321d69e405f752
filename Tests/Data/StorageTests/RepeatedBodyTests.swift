import Runtime
import TestSupport
import Testing

@testable import Storage

/// `SQLiteConfiguration.repeatsBodies`, with which most tests of this package run.
@Suite struct RepeatedBodyTests {
  private static let insert = "INSERT INTO sign_outs (user_id, created_at) VALUES ($1, 0)"

  private static func ids(_ database: SQLiteDatabase) async throws -> [Int64] {
    try await database.read { try $0.query("SELECT id FROM sign_outs ORDER BY id").compactMap { $0.integer("id") } }
  }

  @Test func runsABodyTwiceAndKeepsTheChangesOfTheSecondRun() async throws {
    let database = try await TestDatabase.sqlite(users: ["u"])
    let runs = Locked(0)
    let run = try await database.write { connection in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      try connection.execute(Self.insert, [.text("run \(run)")])
      connection.addUsage(10, of: "u")
      return run
    }
    #expect(run == 2)
    #expect(try await Self.ids(database) == [1])
    #expect(try await database.read { try $0.usage(of: "u") } == 10)
    await database.close()
  }

  @Test func reportsTheErrorOfTheSecondRun() async throws {
    let database = try TestDatabase.sqlite()
    let runs = Locked(0)
    struct Failure: Error, Equatable { var run: Int }
    await #expect(throws: Failure(run: 2)) {
      try await database.write { connection in
        try connection.execute(Self.insert, ["u"])
        throw Failure(
          run: runs.withLock { runs in
            runs += 1
            return runs
          })
      }
    }
    #expect(try await Self.ids(database).isEmpty)
    try await database.write { try $0.execute(Self.insert, ["u"]) }
    #expect(try await Self.ids(database) == [1])
    await database.close()
  }

  @Test(arguments: [true, false]) func determinesALateScopeOnceBeforeTheBody(repeats: Bool) async throws {
    let database = try TestDatabase.sqlite(repeatsBodies: repeats)
    let calls = Locked<[String]>([])
    let scope = { @Sendable in
      calls.withLock { $0.append("scope") }
      return WriteScope.none
    }
    try await database.write(scopedBy: scope) { _ in calls.withLock { $0.append("body") } }
    #expect(calls.withLock { $0 } == (repeats ? ["scope", "body", "body"] : ["scope", "body"]))
    await database.close()
  }

  @Test func doesNotDetermineTheScopeOfARefusedTransaction() async throws {
    let database = try TestDatabase.sqlite()
    await database.close()
    let calls = Locked(0)
    let scope = { @Sendable in
      calls.withLock { $0 += 1 }
      return WriteScope.none
    }
    await #expect(throws: StorageError.closed) { try await database.write(scopedBy: scope) { _ in } }
    #expect(calls.withLock { $0 } == 0)
  }
}
