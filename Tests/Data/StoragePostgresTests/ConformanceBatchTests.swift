import Storage
import TestSupport
import Testing

/// Statements that wait, and queries at once, on both engines.
@Suite(.timeLimit(.minutes(2))) struct ConformanceBatchTests {
  private static let insert = "INSERT INTO jobs (id, kind, payload, run_at, enqueued_at) VALUES ($1, $2, '{}', 0, 0)"

  private static func kinds(_ database: any Database) async throws -> [String] {
    try await database.read { try $0.query("SELECT kind FROM jobs ORDER BY id").compactMap { $0.text("kind") } }
  }

  /// More statements than one batch takes.
  @Test(arguments: Engine.allCases, [1, 3, 200])
  func laterStatementsRunInTheirOrder(_ engine: Engine, _ count: Int) async throws {
    try await withEngine(engine) { open in
      try await open.database.write { connection in
        for number in 1...count {
          try connection.executeLater(Self.insert, [.integer(Int64(number)), .text("\(number)")])
          try connection.executeLater("UPDATE jobs SET kind = kind || '!' WHERE id = $1", [.integer(Int64(number))])
        }
      }
      let kinds = try await Self.kinds(open.database)
      #expect(kinds == (1...count).map { "\($0)!" })
    }
  }

  @Test(arguments: Engine.allCases) func aQuerySeesTheStatementsBeforeIt(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let seen = try await open.database.write { connection in
        try connection.executeLater(Self.insert, [1, "a"])
        let first = try connection.query("SELECT kind FROM jobs").compactMap { $0.text("kind") }
        try connection.executeLater(Self.insert, [2, "b"])
        let changed = try connection.execute("UPDATE jobs SET kind = kind || '!'", [])
        return first + ["\(changed)"]
      }
      #expect(seen == ["a", "2"])
      let kinds = try await Self.kinds(open.database)
      #expect(kinds == ["a!", "b!"])
    }
  }

  /// Whether the failed statement is the last one, or others follow.
  @Test(arguments: Engine.allCases, [true, false])
  func theErrorOfALaterStatementEndsTheTransaction(_ engine: Engine, _ isLast: Bool) async throws {
    try await withEngine(engine) { open in
      await #expect(throws: StorageError.uniqueViolation(constraint: "jobs.id")) {
        try await open.database.write { connection in
          try connection.executeLater(Self.insert, [1, "a"])
          try connection.executeLater(Self.insert, [1, "again"])
          if !isLast { _ = try connection.query("SELECT kind FROM jobs") }
        }
      }
      // The next transaction of the connection is not affected.
      for number in 2..<12 {
        try await open.database.write { try $0.executeLater(Self.insert, [.integer(Int64(number)), "b"]) }
      }
      let kinds = try await Self.kinds(open.database)
      #expect(kinds == Array(repeating: "b", count: 10))
    }
  }

  @Test(arguments: Engine.allCases) func statementsOfAnAbandonedTransactionHaveNoEffect(_ engine: Engine) async throws {
    struct Refused: Error {}
    try await withEngine(engine) { open in
      for number in 0..<10 {
        await #expect(throws: Refused.self) {
          try await open.database.write { connection in
            try connection.executeLater(Self.insert, [.integer(Int64(number)), "a"])
            throw Refused()
          }
        }
      }
      try await open.database.write { try $0.executeLater(Self.insert, [1, "b"]) }
      let kinds = try await Self.kinds(open.database)
      #expect(kinds == ["b"])
    }
  }

  @Test(arguments: Engine.allCases) func severalQueriesReturnTheirRows(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let (inside, after) = try await open.database.write { connection in
        try connection.executeLater(Self.insert, [1, "a"])
        let rows = try connection.queries([
          SQLStatement(sql: "SELECT kind FROM jobs WHERE id = $1", arguments: [1]),
          SQLStatement(sql: "SELECT kind FROM jobs WHERE id = $1", arguments: [2]),
          SQLStatement(sql: "SELECT COUNT(*) AS n FROM jobs"),
        ])
        try connection.executeLater(Self.insert, [2, "b"])
        return (rows.map { $0.map { $0.values } }, try connection.queries([]).count)
      }
      #expect(inside == [[["a"]], [], [[1]]])
      #expect(after == 0)
      let counts = try await open.database.read { connection in
        try connection.queries([
          SQLStatement(sql: "SELECT COUNT(*) AS n FROM jobs"), SQLStatement(sql: "SELECT MAX(id) AS n FROM jobs"),
        ]).compactMap { $0.first?.integer("n") }
      }
      #expect(counts == [2, 2])
    }
  }
}
