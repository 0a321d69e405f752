import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct SnapshotTests {
  /// A data folder with a database of one account.
  private struct Fixture {
    let folder = TestDatabase.temporaryFolder()

    init(users: [String] = ["before"]) async throws {
      let database = try SQLiteDatabase.open(folder: folder)
      for user in users { try await Self.add(user, to: database) }
      await database.close()
    }

    static func add(_ user: String, to database: SQLiteDatabase) async throws {
      try await database.write { connection in
        try connection.execute(
          """
          INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
          SELECT $1, COUNT(*), $1, $1, '', 0, 0 FROM users
          """, [.text(user)])
      }
    }

    func add(_ user: String) async throws {
      let database = try SQLiteDatabase.open(folder: folder)
      try await Self.add(user, to: database)
      await database.close()
    }

    func addEvent() async throws -> Int64? {
      let database = try SQLiteDatabase.open(folder: folder)
      let id = try await database.write { connection in
        try connection.first(
          """
          INSERT INTO user_events (user_id, kind, payload, created_at)
          SELECT id, 'a', '{}', 0 FROM users LIMIT 1 RETURNING id
          """, [])?.integer("id")
      }
      await database.close()
      return id
    }

    var users: [String] {
      get async throws {
        let database = try SQLiteDatabase.open(folder: folder)
        let users = try await database.read { try $0.query("SELECT id FROM users ORDER BY id").map { $0.text("id") } }
        await database.close()
        return users.compactMap(\.self)
      }
    }

    func snapshots(_ change: (inout SnapshotFolder.Limits) -> Void = { _ in }) -> SnapshotFolder {
      var limits = SnapshotFolder.Limits()
      change(&limits)
      return SnapshotFolder(dataFolder: folder, limits: limits)
    }

    func install(_ staged: StagedDatabase) throws {
      try staged.install(keepingIDsOf: ["user_events"])
      staged.discardFormer()
    }

    func mode(_ path: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
  }

  @Test func restoresTheSavedRows() async throws {
    let fixture = try await Fixture()
    let saved = try fixture.snapshots().save("one", replaces: false)
    #expect(saved.name == "one" && saved.bytes > 0 && saved.savedMilliseconds > 0)
    try await fixture.add("later")
    try fixture.install(fixture.snapshots().stage("one"))
    #expect(try await fixture.users == ["before"])
    #expect(try fixture.snapshots().list() == [saved])
  }

  @Test func filesAreForTheirOwnerOnly() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    #expect(try fixture.mode("snapshots") == 0o700)
    #expect(try fixture.mode("snapshots/one.sqlite3") == 0o600)
    try fixture.install(fixture.snapshots().stage("one"))
    #expect(try fixture.mode("hearth.sqlite3") == 0o600)
  }

  @Test func anEmptyDatabaseHasTheSchemaAndNoRows() async throws {
    let fixture = try await Fixture()
    try fixture.install(StagedDatabase.empty(dataFolder: fixture.folder))
    #expect(try await fixture.users == [])
  }

  @Test func idsThatClientsKeepNeverGoBack() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("without-events", replaces: false)
    let first = try #require(try await fixture.addEvent())
    _ = try fixture.snapshots().save("with-event", replaces: false)
    let second = try #require(try await fixture.addEvent())
    try fixture.install(fixture.snapshots().stage("without-events"))
    let third = try #require(try await fixture.addEvent())
    try fixture.install(fixture.snapshots().stage("with-event"))
    let fourth = try #require(try await fixture.addEvent())
    try fixture.install(StagedDatabase.empty(dataFolder: fixture.folder))
    try await fixture.add("new")
    let fifth = try #require(try await fixture.addEvent())
    #expect([first, second, third, fourth, fifth] == [first, second, third, fourth, fifth].sorted())
    #expect(Set([first, second, third, fourth, fifth]).count == 5)
  }

  @Test func theFormerDatabaseComesBack() async throws {
    let fixture = try await Fixture()
    let staged = try StagedDatabase.empty(dataFolder: fixture.folder)
    try staged.install(keepingIDsOf: [])
    #expect(try await fixture.users == [])
    try staged.revert()
    #expect(try await fixture.users == ["before"])
  }

  @Test(arguments: [
    "", "../one", "a/b", ".", "..", ".hidden", "-one", "_one", "a.b", "a b", "ä", "a\0",
    String(repeating: "a", count: 65),
  ])
  func rejectsNamesThatMayLeaveTheFolder(name: String) async throws {
    let fixture = try await Fixture()
    #expect(throws: SnapshotError.invalidName(name)) { try fixture.snapshots().save(name, replaces: true) }
    #expect(throws: SnapshotError.invalidName(name)) { try fixture.snapshots().stage(name) }
    #expect(throws: SnapshotError.invalidName(name)) { try fixture.snapshots().delete(name) }
  }

  @Test func replacesASnapshotOnRequestOnly() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    try await fixture.add("later")
    #expect(throws: SnapshotError.exists(name: "one")) { try fixture.snapshots().save("one", replaces: false) }
    _ = try fixture.snapshots().save("one", replaces: true)
    try fixture.install(StagedDatabase.empty(dataFolder: fixture.folder))
    try fixture.install(fixture.snapshots().stage("one"))
    #expect(try await fixture.users == ["before", "later"])
  }

  @Test func deletedAndUnknownSnapshotsAreNotFound() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    try fixture.snapshots().delete("one")
    #expect(throws: SnapshotError.unknown(name: "one")) { try fixture.snapshots().delete("one") }
    #expect(throws: SnapshotError.unknown(name: "one")) { try fixture.snapshots().stage("one") }
    #expect(try fixture.snapshots().list() == [])
  }

  @Test func numberAndSizeAreBounded() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    let few = fixture.snapshots { $0.count = 1 }
    #expect(throws: SnapshotError.tooMany(limit: 1)) { try few.save("two", replaces: false) }
    _ = try few.save("one", replaces: true)
    let small = fixture.snapshots { $0.bytes = 1 }
    #expect(throws: SnapshotError.tooLarge(limit: 1)) { try small.save("two", replaces: false) }
    #expect(try fixture.snapshots().list().map(\.name) == ["one"])
  }

  @Test func aDamagedSnapshotLeavesTheDatabaseAsItIs() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    let path = fixture.folder + "/snapshots/one.sqlite3"
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 16_384))
    try file.close()
    #expect(throws: BackupError.self) { try fixture.snapshots().stage("one") }
    #expect(try await fixture.users == ["before"])
  }

  @Test func filesOfOtherNamesAreNoSnapshots() async throws {
    let fixture = try await Fixture()
    _ = try fixture.snapshots().save("one", replaces: false)
    for name in ["one.sqlite3.tmp", "notes.txt", ".sqlite3", "a b.sqlite3"] {
      try Data().write(to: URL(fileURLWithPath: fixture.folder + "/snapshots/" + name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder + "/snapshots/link.sqlite3", withDestinationPath: "/etc/passwd")
    #expect(try fixture.snapshots().list().map(\.name) == ["one"])
  }
}
