import CSQLite
import Migrations
import TestSupport
import Testing

@testable import Storage

/// A database of an earlier version stores the owner of a room, but not the user who requested a membership.
@Suite struct ChatMembershipMigrationTests {
  @Test func marksOnlyOwnersMembershipsAsTheirOwn() throws {
    let folder = try TemporaryFolder()
    let handle = try SQLiteHandle(
      path: folder.path + "/hearth.sqlite3", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let earlier = Migration.sqlite.prefix { $0.name < "0015" }
    try Migrator(connection: handle, migrations: Array(earlier)).run()
    try handle.executeScript(
      """
      INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
      VALUES ('anna', 1, 'anna', 'anna', 'x', 0, 0), ('ben', 2, 'ben', 'ben', 'x', 0, 0);
      INSERT INTO chat_rooms (id, name, name_key, is_private, owner_id, created_at)
      VALUES (1, 'general', 'general', 0, NULL, 0), (2, 'Family', 'family', 1, 'anna', 0), (3, 'Club', 'club', 0, 'ben', 0);
      INSERT INTO chat_members (room_id, user_id, joined_at)
      VALUES (1, 'anna', 0), (2, 'anna', 0), (2, 'ben', 0), (3, 'anna', 0), (3, 'ben', 0);
      """)
    #expect(try Migrator(connection: handle, migrations: Migration.sqlite).run().contains("0015_chat_memberships"))
    let rows = try handle.query("SELECT room_id, user_id FROM chat_members WHERE self_joined = 1 ORDER BY room_id")
    #expect(rows.map { "\($0.integer("room_id") ?? 0) \($0.text("user_id") ?? "")" } == ["2 anna", "3 ben"])
  }
}
