import Storage
import TestSupport
import Testing

/// Tests of commits that do not wait for the disk, beside commits that do.
@Suite(.timeLimit(.minutes(1))) struct UnsyncedWriteTests {
  private static let insert = "INSERT INTO sign_outs (user_id, created_at) VALUES ($1, 0)"

  private static func open(
    _ folder: TemporaryFolder, _ synchronous: SQLiteConfiguration.Synchronous = .full
  ) throws -> SQLiteDatabase {
    var configuration = SQLiteConfiguration()
    configuration.synchronous = synchronous
    configuration.tablesWithKeptIDs = ["sign_outs"]
    return try SQLiteDatabase.open(folder: folder.path, configuration: configuration)
  }

  private static func level(_ connection: any SQLConnection) throws -> Int64? {
    try connection.first("PRAGMA synchronous", [])?.integer("synchronous")
  }

  /// 1 is `NORMAL`, 2 `FULL`.
  @Test(arguments: [(SQLiteConfiguration.Synchronous.full, Int64(2)), (.normal, 1)])
  func eachCommitWaitsForTheDiskOrNotAsItWasAskedTo(_ synchronous: SQLiteConfiguration.Synchronous, _ level: Int64)
    async throws
  {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder, synchronous)
    for _ in 0..<3 {
      #expect(try await database.write { try Self.level($0) } == level)
      #expect(try await database.writeUnsynced { try Self.level($0) } == 1)
      #expect(try await database.writeUnsynced { try Self.level($0) } == 1)
    }
  }

  @Test func isVisibleAtOnceAndAfterReopening() async throws {
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
    try await database.writeUnsynced { try $0.execute(Self.insert, [.text("anna")]) }
    let count = try await database.read { try $0.query("SELECT user_id FROM sign_outs").count }
    #expect(count == 1)
    await database.close()
    let again = try Self.open(folder)
    #expect(try await again.read { try $0.query("SELECT user_id FROM sign_outs").count } == 1)
    await again.close()
  }

  @Test func rollsBackAFailure() async throws {
    struct Refused: Error {}
    let folder = try TemporaryFolder()
    let database = try Self.open(folder)
    await #expect(throws: Refused.self) {
      try await database.writeUnsynced { connection in
        try connection.execute(Self.insert, [.text("anna")])
        throw Refused()
      }
    }
    #expect(try await database.read { try $0.query("SELECT user_id FROM sign_outs").count } == 0)
  }

  /// A client may keep ids of rows that a power failure has lost.
  @Test func eachProcessSkipsARangeOfIDs() async throws {
    let folder = try TemporaryFolder()
    var ids: [Int64] = []
    for _ in 0..<3 {
      let database = try Self.open(folder)
      for _ in 0..<2 {
        ids += try await database.write { connection in
          try connection.query(Self.insert + " RETURNING id", [.text("anna")]).compactMap { $0.integer("id") }
        }
      }
      await database.close()
    }
    #expect(ids == [1, 2, 100_003, 100_004, 200_005, 200_006])
  }
}
