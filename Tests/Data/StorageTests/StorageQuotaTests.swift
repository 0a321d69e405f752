import Storage
import TestSupport
import Testing

/// Tests of users' byte counters in the writer's transactions.
@Suite struct StorageQuotaTests {
  private struct Full: Error, Equatable {
    var used: Int64
    var limit: Int64
  }

  private struct Undone: Error {}

  private func usage(_ userID: String, _ database: SQLiteDatabase) async throws -> Int64 {
    try await database.read { try $0.usage(of: userID) }
  }

  @Test func addsBytesOncePerTransaction() async throws {
    let database = try await TestDatabase.sqlite(users: ["u1", "u2"])
    let seen = try await database.write { connection in
      connection.addUsage(100, of: "u1")
      connection.addUsage(20, of: "u1")
      connection.addUsage(3, of: "u2")
      return try connection.usage(of: "u1")
    }
    #expect(seen == 120)
    try await database.write { $0.addUsage(-40, of: "u1") }
    #expect(try await usage("u1", database) == 80)
    #expect(try await usage("u2", database) == 3)
  }

  @Test func ignoresRolledBackChanges() async throws {
    let database = try await TestDatabase.sqlite(users: ["u1"])
    await #expect(throws: Undone.self) {
      try await database.write { connection in
        connection.addUsage(100, of: "u1")
        throw Undone()
      }
    }
    // The next transaction does not add it either.
    try await database.write { $0.addUsage(1, of: "u1") }
    #expect(try await usage("u1", database) == 1)
  }

  @Test func admitsUpToTheLimit() async throws {
    let database = try await TestDatabase.sqlite(users: ["u1"])
    let quota = StorageQuota(limit: 100) { Full(used: $0, limit: $1) }
    try await database.write { connection in
      try quota.admit(100, of: "u1", in: connection)
      connection.addUsage(60, of: "u1")
      try quota.admit(40, of: "u1", in: connection)
      #expect(throws: Full(used: 60, limit: 100)) { try quota.admit(41, of: "u1", in: connection) }
      // No sum overflows.
      #expect(throws: Full(used: 60, limit: 100)) { try quota.admit(.max, of: "u1", in: connection) }
      connection.addUsage(.max, of: "u1")
      connection.addUsage(.max, of: "u1")
      #expect(throws: Full.self) { try quota.admit(1, of: "u1", in: connection) }
      try quota.admit(0, of: "u1", in: connection)
      try quota.admit(-5, of: "u1", in: connection)
      try StorageQuota.unlimited.admit(.max, of: "u1", in: connection)
      connection.addUsage(.min, of: "u1")
    }
  }

  @Test func anUnknownUserHasNoCounter() async throws {
    let database = try await TestDatabase.sqlite(users: ["u1"])
    try await database.write { $0.addUsage(10, of: "nobody") }
    #expect(try await usage("nobody", database) == 0)
    try await database.write { connection in
      try connection.execute("DELETE FROM users")
      #expect(try connection.query("SELECT * FROM user_usage").isEmpty)
    }
  }
}
