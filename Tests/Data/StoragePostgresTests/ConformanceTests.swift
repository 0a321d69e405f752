import Runtime
import Storage
import TestSupport
import Testing

/// The behaviour of transactions that both engines share.
@Suite(.timeLimit(.minutes(2))) struct ConformanceTests {
  private static let insert = "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ($1, '{}', 0, 0)"
  private static let countJobs = "SELECT COUNT(*) AS n FROM jobs"

  @Test(arguments: Engine.allCases) func keepsCommittedRows(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      try await open.database.write { try $0.execute(Self.insert, ["a"]) }
      let kinds = try await open.database.read { try $0.query("SELECT kind FROM jobs").map { $0["kind"] } }
      #expect(kinds == ["a"])
    }
  }

  @Test(arguments: Engine.allCases) func valuesRoundTrip(_ engine: Engine) async throws {
    let numbers: [Int64] = [0, -1, 1, .max, .min, 1_700_000_000_000]
    let reals = [0.1, -0.5, 1e300, Double.leastNormalMagnitude, 123_456_789.123_456_78, 3, 1e-7]
    let texts = ["", "a'b\"c\\d", "äöü 漢字 🍲", String(repeating: "x", count: 300_000), "line\nbreak\ttab", "{}"]
    try await withEngine(engine, EngineOptions(users: ["u"])) { open in
      for number in numbers {
        let row = try await open.database.write { connection in
          try connection.execute("DELETE FROM jobs")
          return try connection.first(
            "INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at) VALUES ('k', $2, '', $1, 0) RETURNING run_at, user_id",
            [.integer(number), nil])
        }
        #expect(row?.values == [.integer(number), .null])
        #expect(row?.columns == ["run_at", "user_id"])
      }
      for real in reals {
        let row = try await open.database.write { connection in
          try connection.first(
            """
            INSERT INTO profiles (user_id, height_cm, weight_kg, updated_at) VALUES ('u', $1, $2, 0)
            ON CONFLICT (user_id) DO UPDATE SET height_cm = $1 RETURNING height_cm, weight_kg
            """, [.real(real), nil])
        }
        #expect(row?.real("height_cm") == real)
        #expect(row?["weight_kg"] == .null)
      }
      for text in texts {
        let row = try await open.database.write { connection in
          try connection.execute("DELETE FROM jobs")
          try connection.execute(
            "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ('k', $1, 0, 0)", [.text(text)])
          return try connection.first("SELECT kind, payload FROM jobs WHERE payload = $1", [.text(text)])
        }
        #expect(row?.values == ["k", .text(text)])
      }
    }
  }

  @Test(arguments: Engine.allCases) func rollsBackOnlyTheFailedTransaction(_ engine: Engine) async throws {
    struct Refused: Error {}
    try await withEngine(engine) { open in
      let database = open.database
      let refused = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<50 {
          group.addTask {
            do {
              try await database.write { connection in
                try connection.execute(Self.insert, [.text("\(number)")])
                if number.isMultiple(of: 2) { throw Refused() }
              }
              return false
            } catch { return error is Refused }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(refused == 25)
      let found1 = try await database.read { try $0.first(Self.countJobs, [])?.integer("n") }
      #expect(found1 == 25)
    }
  }

  @Test(arguments: Engine.allCases) func executeReturnsTheNumberOfChangedRows(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let counts = try await open.database.write { connection in
        [
          try connection.execute(Self.insert, ["a"]), try connection.execute(Self.insert, ["b"]),
          try connection.execute("UPDATE jobs SET attempt = 1"),
          try connection.execute("DELETE FROM jobs WHERE kind = 'c'"),
          try connection.execute("DELETE FROM jobs WHERE kind = $1", ["a"]),
        ]
      }
      #expect(counts == [1, 1, 2, 0, 1])
    }
  }

  @Test(arguments: Engine.allCases) func namesTheColumnsOfAUniqueViolation(_ engine: Engine) async throws {
    try await withEngine(engine, EngineOptions(users: ["u"])) { open in
      let user = """
        INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
        VALUES ($1, $2, 'x', $3, '', 0, 0)
        """
      let rows: [([SQLValue], String)] = [
        (["u", 7, "other"], "users.id"), (["other", 0, "other"], "users.number"),
        (["other", 7, "u"], "users.username_key"),
      ]
      for (arguments, constraint) in rows {
        await #expect(throws: StorageError.uniqueViolation(constraint: constraint)) {
          try await open.database.write { try $0.execute(user, arguments) }
        }
      }
      let log = """
        INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, idempotency_key, created_at, updated_at)
        VALUES ($1, 'u', '', '', '', 0, 'key', 0, 0)
        """
      try await open.database.write { try $0.execute(log, ["1"]) }
      await #expect(throws: StorageError.uniqueViolation(constraint: "meal_logs.user_id,meal_logs.idempotency_key")) {
        try await open.database.write { try $0.execute(log, ["2"]) }
      }
      let consultation = """
        INSERT INTO consultations (id, user_id, kind, persona, status, memory, created_at, updated_at)
        VALUES ($1, 'u', 'meal_tracking', '', '', '', 0, 0)
        """
      try await open.database.write { try $0.execute(consultation, ["1"]) }
      await #expect(throws: StorageError.uniqueViolation(constraint: "consultations.user_id")) {
        try await open.database.write { try $0.execute(consultation, ["2"]) }
      }
    }
  }

  @Test(
    arguments: Engine.allCases,
    [
      "INSERT INTO event_cursors (user_id, connection_type, event_id) VALUES ('none', 'x', 1)",
      "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES (NULL, '', 0, 0)",
    ])
  func anInvalidRowIsAConstraintViolation(_ engine: Engine, _ sql: String) async throws {
    try await withEngine(engine) { open in
      let error = await #expect(throws: StorageError.self) { try await open.database.write { try $0.execute(sql) } }
      guard case .constraintViolation = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: Engine.allCases) func anInvalidStatementIsAnErrorThatShowsIt(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let error = await #expect(throws: StorageError.self) { try await open.database.read { try $0.query("SELEC 1") } }
      guard case .engine(_, _, "SELEC 1") = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let found2 = try await open.database.read { try $0.first("SELECT 7 AS n", [])?.integer("n") }
      #expect(found2 == 7)
    }
  }

  @Test(arguments: Engine.allCases) func unsyncedWritesAreVisibleAfterTheirEnd(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      for number in 0..<20 {
        try await open.database.writeUnsynced(in: .user("a")) { try $0.execute(Self.insert, [.text("\(number)")]) }
        let count = try await open.database.read { try $0.first(Self.countJobs, [])?.integer("n") }
        #expect(count == Int64(number + 1))
      }
    }
  }

  @Test(arguments: Engine.allCases) func textIsOrderedByItsBytes(_ engine: Engine) async throws {
    let words = ["b", "A", "a", "B", "ä", "_", "-a", "a-", "Z", "10", "9"]
    try await withEngine(engine) { open in
      try await open.database.write { connection in
        for word in words { try connection.execute(Self.insert, [.text(word)]) }
      }
      let found = try await open.database.read { connection in
        try connection.query("SELECT kind FROM jobs WHERE kind > $1 ORDER BY kind", ["-"]).compactMap {
          $0.text("kind")
        }
      }
      #expect(found == words.filter { $0 > "-" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  @Test(arguments: Engine.allCases) func usageIsAddedAtTheCommit(_ engine: Engine) async throws {
    struct Refused: Error {}
    try await withEngine(engine, EngineOptions(users: ["a", "b"])) { open in
      let database = open.database
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          group.addTask {
            _ = try? await database.write { connection in
              connection.addUsage(10, of: "a")
              connection.addUsage(-1, of: "a")
              connection.addUsage(number, of: "b")
              let counted = connection.pendingUsage(of: "a")
              guard counted >= 9, try connection.usage(of: "a") >= counted else { throw Refused() }
              if number.isMultiple(of: 3) { throw Refused() }
            }
          }
        }
      }
      let sums = try await database.read { connection in [try connection.usage(of: "a"), try connection.usage(of: "b")]
      }
      #expect(sums == [180, Int64((0..<30).filter { !$0.isMultiple(of: 3) }.reduce(0, +))])
    }
  }

  @Test(arguments: Engine.allCases) func triggersCountTheSameBytes(_ engine: Engine) async throws {
    try await withEngine(engine, EngineOptions(users: ["a"])) { open in
      let steps = UsageSteps.statements
      for (sql, expected) in steps {
        let used = try await open.database.write { connection in
          try connection.execute(sql)
          return try connection.first("SELECT bytes FROM user_usage WHERE user_id = 'a'", [])?.integer("bytes")
        }
        #expect(used == expected, "\(sql)")
      }
      try await open.database.write { try $0.execute("DELETE FROM users WHERE id = 'a'") }
      let left = try await open.database.read {
        try $0.query("SELECT content, sender_id, deleted_at FROM chat_messages")
      }
      #expect(left.map(\.values) == [["", .null, 0]])
    }
  }

  @Test(arguments: Engine.allCases) func refusesWorkAfterClose(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      await open.close()
      await #expect(throws: StorageError.closed) { try await open.database.write { _ in } }
      await #expect(throws: StorageError.closed) { try await open.database.read { _ in } }
    }
  }

  @Test(arguments: Engine.allCases) func closeRunsTheWaitingTransactions(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let database = open.database
      let ended = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        let release = Gate()
        for number in 0..<30 {
          group.addTask {
            try await database.write(in: .user("\(number % 3)")) { connection in
              try connection.execute(Self.insert, ["a"])
              ended.withLock { $0 += 1 }
            }
            release.open()
          }
        }
        await release.passed()
        try await waitUntil { open.waitingWrites() == 0 }
        await open.close()
        try await group.waitForAll()
      }
      #expect(ended.withLock { $0 } == 30)
    }
  }
}
