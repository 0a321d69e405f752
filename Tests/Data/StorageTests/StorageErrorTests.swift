import Dispatch
import Foundation
import Storage
import TestSupport
import Testing

/// Tests of the engine's failures: their errors, and the recovery after the cause is gone.
@Suite(.timeLimit(.minutes(1))) struct StorageErrorTests {
  private static let insert = "INSERT INTO sign_outs (user_id, created_at) VALUES ($1, 0)"
  private static let large = SQLValue.text(String(repeating: "x", count: 1 << 20))

  private static func count(_ database: SQLiteDatabase) async throws -> Int64? {
    try await database.read { try $0.first("SELECT COUNT(*) AS n FROM sign_outs", [])?.integer("n") }
  }

  @Test func aFullDiskRollsBackTheTransactionAndAcceptsASmallerOne() async throws {
    let database = try TestDatabase.sqlite()
    try await database.write { connection in
      let pages = try #require(try connection.first("PRAGMA page_count", [])?.integer("page_count"))
      _ = try connection.query("PRAGMA max_page_count = \(pages + 8)")
    }
    await #expect(throws: StorageError.diskFull) {
      try await database.write { connection in
        try connection.execute(Self.insert, ["small"])
        try connection.execute(Self.insert, [Self.large])
      }
    }
    #expect(try await Self.count(database) == 0)
    try await database.write { try $0.execute(Self.insert, ["small"]) }
    try await database.write { _ = try $0.query("PRAGMA max_page_count = 1073741823") }
    try await database.write { try $0.execute(Self.insert, [Self.large]) }
    #expect(try await Self.count(database) == 2)
  }

  /// The engine rolls back the whole transaction; later statements of the body must not be committed on their own.
  @Test func aTransactionRolledBackByTheEngineAcceptsNoStatements() async throws {
    let database = try TestDatabase.sqlite()
    try await database.write { connection in
      let pages = try #require(try connection.first("PRAGMA page_count", [])?.integer("page_count"))
      _ = try connection.query("PRAGMA max_page_count = \(pages + 8)")
    }
    await #expect(throws: StorageError.diskFull) {
      try await database.write { connection in
        for value in ["before", Self.large, "after"] as [SQLValue] {
          _ = try? connection.execute(Self.insert, [value])
        }
      }
    }
    #expect(try await Self.count(database) == 0)
    try await database.write { try $0.execute(Self.insert, ["later"]) }
    #expect(try await Self.count(database) == 1)
  }

  @Test func aReadOnlyDatabaseIsReadable() async throws {
    let database = try TestDatabase.sqlite()
    try await database.write { try $0.execute(Self.insert, ["a"]) }
    try await database.write { _ = try $0.query("PRAGMA query_only = ON") }
    await #expect(throws: StorageError.readOnly) {
      try await database.write { try $0.execute(Self.insert, ["b"]) }
    }
    #expect(try await Self.count(database) == 1)
  }

  @Test func reportsAFolderWithoutWritePermission() throws {
    let folder = try TemporaryFolder()
    // A folder with the name of the database, which not even root can open as a file.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/hearth.sqlite3", withIntermediateDirectories: false)
    let error = #expect(throws: DatabaseFileError.self) { try SQLiteDatabase.open(folder: folder.path) }
    #expect(error?.reason == .inputOutput(message: "unable to open database file: Is a directory"))
  }

  @Test func waitsForAnotherProcessAndThenReportsTheLock() async throws {
    let folder = try TemporaryFolder()
    var configuration = SQLiteConfiguration()
    configuration.busyTimeout = .milliseconds(20)
    let database = try SQLiteDatabase.open(folder: folder.path, configuration: configuration)
    let other = try SQLiteDatabase.open(folder: folder.path)
    let (held, hold) = AsyncStream<Void>.makeStream()
    let release = DispatchSemaphore(value: 0)
    async let holding: Int = other.write { connection in
      hold.yield()
      release.wait()
      return try connection.execute(Self.insert, ["other"])
    }
    for await _ in held { break }
    await #expect(throws: StorageError.busy) {
      try await database.write { try $0.execute(Self.insert, ["own"]) }
    }
    // Readers do not wait for the lock.
    #expect(try await Self.count(database) == 0)
    release.signal()
    _ = try await holding
    try await database.write { try $0.execute(Self.insert, ["own"]) }
    #expect(try await Self.count(database) == 2)
    await other.close()
  }

  @Test func reportsADamagedTableAndReadsTheOthers() async throws {
    let folder = try TemporaryFolder()
    let database = try SQLiteDatabase.open(folder: folder.path)
    try await database.write { try $0.execute(Self.insert, ["a"]) }
    let page = try await database.read { connection in
      try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'sign_outs'", [])?.integer("rootpage")
    }
    await database.close()
    let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/hearth.sqlite3"))
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()

    let damaged = try SQLiteDatabase.open(folder: folder.path)
    let reading = await #expect(throws: StorageError.self) { try await Self.count(damaged) }
    let writing = await #expect(throws: StorageError.self) {
      try await damaged.write { try $0.execute(Self.insert, ["b"]) }
    }
    for error in [reading, writing] {
      #expect(error?.description.hasPrefix("the database is damaged: ") == true, "\(String(describing: error))")
    }
    let users = try await damaged.read { try $0.first("SELECT COUNT(*) AS n FROM users", [])?.integer("n") }
    #expect(users == 0)
    await damaged.close()
  }

  @Test(
    arguments: [
      (.busy, true), (.overloaded, true), (.shareExceeded, true), (.timedOut, true), (.diskFull, true),
      (.inputOutput(message: "m"), true), (.closed, false),
      (.readOnly, false), (.corrupt(message: "m"), false), (.engine(code: 1, message: "m", sql: "s"), false),
      (.uniqueViolation(constraint: "t.c"), false), (.constraintViolation(message: "m"), false),
    ] as [(StorageError, Bool)])
  func readsAsASentence(error: StorageError, isTransient: Bool) {
    #expect(error.isTransient == isTransient)
    #expect(!"\(error)".contains("(") && !String(reflecting: error).contains("StorageError"))
  }
}
