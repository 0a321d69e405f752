import Bytes
import Chat
import Meals
import Storage
import Sync
import TestSupport
import Testing

@testable import Demo

@Suite struct DemoDataTests {
  /// 2026-03-15T12:00:00Z
  private static let now = Timestamp(seconds: 1_773_576_000)

  /// Records meals for mobile sync, as the server does.
  private struct Recorder: MealLogObserver {
    let log: ChangeLog

    func changed(id: String, userID: String, in connection: any SQLConnection) throws {
      try log.changed(.mealLog, id: id, userID: userID, isDeleted: false, in: connection)
    }

    func deleted(id: String, userID: String, in connection: any SQLConnection) throws {
      try log.changed(.mealLog, id: id, userID: userID, isDeleted: true, in: connection)
    }
  }

  private static func demo(_ database: any StorageEngine) -> DemoData {
    DemoData(database: database, tables: []) { Recorder(log: ChangeLog(environment: $0)) }
  }

  /// The rows of all tables that the data fills, as text.
  private static func rows(_ database: any StorageEngine) async throws -> [String] {
    try await database.read { connection in
      try [
        "users", "profiles", "meal_logs", "meal_items", "chat_rooms", "chat_members", "chat_messages", "chat_reads",
        "consultations", "consultation_messages", "templates", "sync_items", "sync_heads", "sync_conflicts",
        "user_usage",
      ].flatMap { table in
        try connection.query("SELECT * FROM \(table) ORDER BY 1, 2").map { "\(table): \($0)" }
      }
    }
  }

  @Test func equalTimesGiveEqualRows() async throws {
    var seeds: [[String]] = []
    for _ in 0..<2 {
      let database = try TestDatabase.make()
      _ = try await Self.demo(database).seed(at: Self.now, replaces: false)
      seeds.append(try await Self.rows(database))
    }
    #expect(seeds[0].count > 4000)
    #expect(seeds[0] == seeds[1])
  }

  @Test func theReportCountsEveryKindOfRow() async throws {
    let database = try TestDatabase.make()
    let report = try await Self.demo(database).seed(at: Self.now, replaces: false)
    let counts = Dictionary(uniqueKeysWithValues: report.counts.map { ($0.name, $0.count) })
    #expect(report.isCreated && report.accounts.map(\.username) == ["anna", "ben", "chloe", "david"])
    #expect((1000...1400).contains(try #require(counts["meals"])))
    #expect(counts["rooms"] == 3)
    #expect(counts["consultations"] == 5)
    #expect(try #require(counts["messages"]) >= 40)
    #expect(try #require(counts["templates"]) >= 2)
    #expect(counts["conflicts"] == 1)
    #expect(try #require(counts["sync_items"]) == (try #require(counts["meals"])) + 13 * 3 + 1)
  }

  @Test func aSecondSeedChangesNothing() async throws {
    let database = try TestDatabase.make()
    let first = try await Self.demo(database).seed(at: Self.now, replaces: false)
    let before = try await Self.rows(database)
    let second = try await Self.demo(database).seed(at: Self.now.advanced(by: .seconds(86_400)), replaces: false)
    #expect(!second.isCreated && second.counts == first.counts)
    #expect(try await Self.rows(database) == before)
  }

  @Test func replacingGivesTheRowsOfANewDatabase() async throws {
    let later = Self.now.advanced(by: .seconds(40 * 86_400))
    let database = try TestDatabase.make()
    _ = try await Self.demo(database).seed(at: Self.now, replaces: false)
    let report = try await Self.demo(database).seed(at: later, replaces: true)
    let fresh = try TestDatabase.make()
    #expect(try await Self.demo(fresh).seed(at: later, replaces: false) == report)
    // The ids of rooms continue; everything else is the same.
    func comparable(_ rows: [String]) -> Set<String> { Set(rows.filter { !$0.hasPrefix("chat_") }) }
    #expect(comparable(try await Self.rows(database)) == comparable(try await Self.rows(fresh)))
  }

  @Test func aNameThatIsTakenStopsTheWholeSeed() async throws {
    let database = try await TestDatabase.make(users: ["chloe"])
    await #expect(throws: DemoData.Refusal.taken("chloe or chloe@demo.example")) {
      try await Self.demo(database).seed(at: Self.now, replaces: false)
    }
    let users = try await database.read { try $0.query("SELECT id FROM users").count }
    #expect(users == 1)
  }

  @Test func aDeletedAccountIsReported() async throws {
    let database = try TestDatabase.make()
    _ = try await Self.demo(database).seed(at: Self.now, replaces: false)
    try await database.write { connection in
      // As the deletion of an account does.
      try RoomImport.deleteRooms(ownedBy: DemoPlan.id(of: "ben"), in: connection)
      _ = try connection.execute("DELETE FROM users WHERE username = 'ben'")
    }
    await #expect(throws: DemoData.Refusal.incomplete) {
      try await Self.demo(database).seed(at: Self.now, replaces: false)
    }
    #expect(try await Self.demo(database).seed(at: Self.now, replaces: true).isCreated)
  }
}
