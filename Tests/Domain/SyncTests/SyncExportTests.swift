import Storage
import TestSupport
import Testing

@testable import Sync

/// The export of sync items, page by page, while devices change them.
@Suite struct SyncExportTests {
  @Test func hasEachItemOnceIfItChangesDuringTheExport() async throws {
    let database = try await TestDatabase.make(users: ["u"])
    try await database.write { connection in
      for (number, item) in ["a", "b"].enumerated() {
        try connection.execute(
          """
          INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at)
          VALUES ('u', 'sessions', '\(item)', \(number + 1), 0)
          """)
      }
    }
    let table = try #require(SyncModule.tables.first { $0.name == "sync_items" })
    guard case .rows(let query) = table.export else {
      Issue.record("sync_items are not exported as rows")
      return
    }
    let first = try await database.read {
      try query.rows(ExportPage(userID: "u", position: [], limit: 1), in: $0)
    }
    try await database.write { try $0.execute("UPDATE sync_items SET change_id = 3 WHERE item_id = 'a'") }
    let position = try #require(first.last?.position)
    let rest = try await database.read {
      try query.rows(ExportPage(userID: "u", position: position, limit: 10), in: $0)
    }
    #expect((first + rest).map { $0.row.text("item_id") } == ["a", "b"])
  }
}
