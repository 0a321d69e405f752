import Bytes
import Glibc
import TestSupport
import Testing

@testable import Storage

@Suite struct BackupFolderTests {
  private static func folder() async throws -> (TemporaryFolder, SQLiteDatabase) {
    let folder = try TemporaryFolder()
    return (folder, try SQLiteDatabase.open(folder: folder.path))
  }

  @Test func keepsTheNewestBackups() async throws {
    let (data, database) = try await Self.folder()
    let folder = BackupFolder(dataFolder: data.path)
    #expect(try folder.list() == [])
    let first = Timestamp(milliseconds: 1_800_000_000_500)
    for second in 0..<4 {
      _ = try folder.write(at: first.advanced(by: .seconds(second)), keeping: 3)
    }
    let files = try folder.list()
    #expect(
      files.map(\.name) == [
        "hearth-20270115T080003Z.sqlite3", "hearth-20270115T080002Z.sqlite3", "hearth-20270115T080001Z.sqlite3",
      ])
    #expect(files.allSatisfy { $0.bytes > 4096 })
    #expect(files.first?.createdAt.rfc3339 == "2027-01-15T08:00:03Z")
    await database.close()
  }

  @Test func leavesOtherFilesAlone() async throws {
    let (data, database) = try await Self.folder()
    let folder = BackupFolder(dataFolder: data.path)
    _ = try folder.write(at: Timestamp(milliseconds: 0), keeping: 1)
    for name in ["notes", "hearth-x.sqlite3", "hearth-19700101T0000000.sqlite3"] {
      try data.write("backups/" + name, "x")
    }
    _ = try folder.write(at: Timestamp(milliseconds: 1000), keeping: 1)
    #expect(try folder.list().map(\.name) == ["hearth-19700101T000001Z.sqlite3"])
    #expect(unsafe access(data.path + "/backups/notes", F_OK) == 0)
    await database.close()
  }

  @Test func measuresTheFolder() async throws {
    let (data, database) = try await Self.folder()
    let before = try #require(DiskUsage(folder: data.path))
    try data.write("file", String(repeating: "x", count: 10_000))
    let after = try #require(DiskUsage(folder: data.path))
    #expect(after.used - before.used >= 10_000 && after.free > 0)
    #expect(DiskUsage(folder: data.path + "/missing") == nil)
    await database.close()
  }
}
