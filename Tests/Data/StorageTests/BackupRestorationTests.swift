import Foundation
import Storage
import TestSupport
import Testing

@Suite struct BackupRestorationTests {
  @Test func createsTheFolderForTheCopy() async throws {
    let fixture = try await BackupFixture()
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    let folder = fixture.root.path + "/new/data"
    let result = try BackupRestoration.restore(fixture.file, folder: folder, replaces: false)
    #expect(result.kept == nil)
    #expect(try fixture.kinds(in: folder + "/hearth.sqlite3").count == 3)
    let database = try SQLiteDatabase.open(folder: folder)
    try await BackupFixture.add("job 3", to: database)
    await database.close()
  }

  /// Including rows that are only in the write-ahead log of the old database, and databases kept by an earlier restore.
  @Test func keepsEveryReplacedDatabase() async throws {
    let fixture = try await BackupFixture(jobs: 1)
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    try await fixture.change("INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ('late', '{}', 0, 0)")
    #expect(throws: BackupError.occupied(folder: fixture.data)) {
      try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: false)
    }
    let first = try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: true)
    #expect(first.kept == fixture.database + ".replaced")
    #expect(try fixture.kinds(in: fixture.database) == ["job 0"])
    let second = try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: true)
    #expect(try fixture.kinds(in: try #require(first.kept)) == ["job 0", "late"])
    #expect(try fixture.kinds(in: try #require(second.kept)) == ["job 0"])
  }

  @Test func replacesADamagedDatabase() async throws {
    let fixture = try await BackupFixture()
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    try Data("not a database".utf8).write(to: URL(fileURLWithPath: fixture.database))
    try Data("nor a log".utf8).write(to: URL(fileURLWithPath: fixture.database + "-wal"))
    let kept = try #require(try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: true).kept)
    #expect(FileManager.default.contents(atPath: kept) == Data("not a database".utf8))
    #expect(!FileManager.default.fileExists(atPath: fixture.database + "-wal"))
    #expect(try DatabaseInspection(folder: fixture.data).problems() == [])
  }

  @Test func refusesAFolderUsedByAServer() async throws {
    let fixture = try await BackupFixture()
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    var server = SQLiteConfiguration()
    server.isExclusive = true
    let database = try SQLiteDatabase.open(folder: fixture.data, configuration: server)
    let error = #expect(throws: DataFolderError.self) {
      try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: true)
    }
    #expect(error?.description == "cannot use the data folder \(fixture.data): another server uses it")
    await database.close()
  }

  @Test func refusesAnInvalidFileAndKeepsTheDatabase() async throws {
    let fixture = try await BackupFixture(jobs: 300)
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    let before = FileManager.default.contents(atPath: fixture.database)
    try fixture.damage(fixture.file)
    #expect(throws: BackupError.self) {
      try BackupRestoration.restore(fixture.file, folder: fixture.data, replaces: true)
    }
    #expect(FileManager.default.contents(atPath: fixture.database) == before)
    // A missing folder is not created.
    let folder = fixture.root.path + "/new"
    #expect(throws: BackupError.self) {
      try BackupRestoration.restore(fixture.file, folder: folder, replaces: false)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
