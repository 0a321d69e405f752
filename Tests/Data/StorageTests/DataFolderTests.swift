import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct DataFolderTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int) & 0o777
  }

  @Test func restrictsTheFolderAndItsFilesToTheOwner() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let database = try SQLiteDatabase.open(folder: folder.path)
    try await database.write { try $0.execute("INSERT INTO sign_outs (user_id, created_at) VALUES ('u', 0)") }
    #expect(try mode(folder.path) == 0o700)
    for name in ["hearth.sqlite3", "hearth.sqlite3-wal", "hearth.sqlite3-shm"] {
      #expect(try mode(folder.path + "/" + name) == 0o600, "\(name)")
    }
    await database.close()
  }

  /// A command that root runs must not leave files that the server's user cannot open.
  @Test(.enabled(if: geteuid() == 0)) func rootCreatesFilesForTheOwnerOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    let owner: uid_t = 65534
    #expect(unsafe chown(folder.path, owner, owner) == 0)
    let database = try SQLiteDatabase.open(folder: folder.path)
    try await database.write { try $0.execute("INSERT INTO sign_outs (user_id, created_at) VALUES ('u', 0)") }
    for name in ["hearth.sqlite3", "hearth.sqlite3-wal", "hearth.sqlite3-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.ownerAccountID] as? Int == Int(owner), "\(name)")
    }
    await database.close()
  }

  @Test(.enabled(if: geteuid() == 0)) func namesTheOwnerOfAFileThatCannotBeUsed() throws {
    let folder = try TemporaryFolder()
    #expect(unsafe chown(folder.path, 12345, 12345) == 0)
    #expect(FileOwner.reason(folder.path) == "\(folder.path) belongs to user 12345, and this process runs as root")
    #expect(FileOwner.refusal(folder.path) == nil)
  }

  @Test func hasOneServerAtATime() async throws {
    let folder = try TemporaryFolder()
    var server = SQLiteConfiguration()
    server.isExclusive = true
    let first = try SQLiteDatabase.open(folder: folder.path, configuration: server)
    let error = #expect(throws: DataFolderError.self) {
      try SQLiteDatabase.open(folder: folder.path, configuration: server)
    }
    #expect(error?.description.contains("another server uses it") == true)
    // Commands may open the database beside the server.
    let command = try SQLiteDatabase.open(folder: folder.path)
    await command.close()
    await first.close()
    let second = try SQLiteDatabase.open(folder: folder.path, configuration: server)
    await second.close()
  }

  @Test func leavesADamagedFileAsItIs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/hearth.sqlite3"
    let bytes = Data(String(repeating: "not a database ", count: 1000).utf8)
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DatabaseFileError.self) { try SQLiteDatabase.open(folder: folder.path) }
    guard case .corrupt = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.hasPrefix("\(path): the database is damaged: ") == true)
    #expect(folder.contents(of: "hearth.sqlite3") == [UInt8](bytes))
  }

  /// SQLite would repair each header from the log and silently ignore the lost pages.
  @Test(
    arguments: [
      (0..<16, [0x50], nil), (0..<100, [0], nil), (16..<18, [0, 3], nil), (16..<18, [0, 0], nil), (0..<0, [], 60),
      (0..<0, [], 4095),
    ] as [(Range<Int>, [UInt8], Int?)])
  func rejectsADamagedHeaderEvenWithAWriteAheadLog(_ place: Range<Int>, _ with: [UInt8], _ cut: Int?) async throws {
    let source = try TemporaryFolder()
    let database = try SQLiteDatabase.open(folder: source.path)
    try await database.write { try $0.execute("INSERT INTO sign_outs (user_id, created_at) VALUES ('u', 0)") }
    // The state after a killed server: committed pages are in the log.
    let folder = try TemporaryFolder()
    var bytes = try #require(source.contents(of: "hearth.sqlite3"))
    let log = try #require(source.contents(of: "hearth.sqlite3-wal"))
    await database.close()
    try #require(!log.isEmpty)
    for (index, offset) in place.enumerated() { bytes[offset] = with[index % with.count] }
    if let cut { bytes = Array(bytes.prefix(cut)) }
    let path = folder.path + "/hearth.sqlite3"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try Data(log).write(to: URL(fileURLWithPath: path + "-wal"))
    let error = #expect(throws: DatabaseFileError.self) { try SQLiteDatabase.open(folder: folder.path) }
    guard case .corrupt = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(folder.contents(of: "hearth.sqlite3") == bytes)
    #expect(folder.contents(of: "hearth.sqlite3-wal") == log)
  }

  @Test(arguments: [true, false])
  func keepsTheLogOfADatabaseThatIsEmptyOrMissing(_ isThere: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/hearth.sqlite3"
    if isThere { try Data().write(to: URL(fileURLWithPath: path)) }
    try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    let error = #expect(throws: DatabaseFileError.self) { try SQLiteDatabase.open(folder: folder.path) }
    #expect(error?.reason == .corrupt(message: "the file is empty or missing, but its write-ahead log is not"))
    #expect(folder.contents(of: "hearth.sqlite3-wal") == Array("log".utf8))
    #expect(folder.contents(of: "hearth.sqlite3") == (isThere ? [] : nil))
  }

  @Test func keepsTheSettingsRequiredForDurability() async throws {
    let database = try TestDatabase.sqlite()
    for (pragma, value) in [("foreign_keys", SQLValue.integer(1)), ("synchronous", 2), ("journal_mode", "wal")] {
      let found = try await database.write { try $0.first("PRAGMA \(pragma)", [])?[pragma] }
      #expect(found == value, "\(pragma)")
    }
    await database.close()
  }
}
