import Dispatch
import Runtime
import Storage
import StoragePostgres
import TestSupport
import Testing

/// The guarantees of write scopes that both engines share.
@Suite(.timeLimit(.minutes(2))) struct ConformanceScopeTests {
  private static let read = "SELECT version FROM food_versions WHERE scope = 'x'"
  private static let store = """
    INSERT INTO food_versions (scope, version) VALUES ('x', $1) ON CONFLICT (scope) DO UPDATE SET version = $1
    """

  /// Reads a number and writes the next one: a lost update shows as a smaller sum.
  private static func increment(_ connection: any SQLConnection) throws -> Int64 {
    let next = (try connection.first(Self.read, [])?.integer("version") ?? 0) + 1
    try connection.execute(Self.store, [.integer(next)])
    return next
  }

  @Test(arguments: Engine.allCases) func aScopeSerialisesReadThenWrite(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let databases = [open.database, try await open.openAgain?() ?? open.database]
      let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<20 {
          group.addTask {
            let scope = WriteScope.user("x").and(.room(Int64(number % 3)))
            return try await databases[number % 2].write(in: scope) { try Self.increment($0) }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(numbers.sorted() == Array(1...20))
      if engine == .postgres, let other = databases[1] as? PostgresDatabase { await other.close() }
    }
  }

  @Test(arguments: Engine.allCases) func idsOfAScopeBecomeVisibleInOrder(_ engine: Engine) async throws {
    let insert = "INSERT INTO user_events (user_id, kind, payload, created_at) VALUES ('u', 'k', '', 0)"
    try await withEngine(engine, EngineOptions(users: ["u"])) { open in
      let databases = [open.database, try await open.openAgain?() ?? open.database]
      let seen = try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask { try await databases[number % 2].write(in: .user("u")) { _ = try $0.execute(insert) } }
        }
        // Moves past each id that it has seen, as a socket does.
        var seen: [Int64] = []
        while seen.count < 100, !Task.isCancelled {
          let cursor = seen.last ?? 0
          seen += try await open.database.read { connection in
            try connection.query(
              "SELECT id FROM user_events WHERE user_id = 'u' AND id > $1 ORDER BY id", [.integer(cursor)]
            )
            .compactMap { $0.integer("id") }
          }
        }
        try await group.waitForAll()
        return seen
      }
      #expect(seen.count == 100 && seen == seen.sorted())
      if engine == .postgres, let other = databases[1] as? PostgresDatabase { await other.close() }
    }
  }

  @Test(arguments: Engine.allCases) func transactionsOfOneScopeKeepTheirOrder(_ engine: Engine) async throws {
    try await withEngine(engine) { open in
      let database = open.database
      let order = Locked<[Int]>([])
      let begun = Gate()
      let release = DispatchSemaphore(value: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await database.write(in: .jobs) { _ in
            begun.open()
            release.wait()
          }
        }
        await begun.passed()
        for number in 0..<20 {
          group.addTask { try await database.write(in: .jobs) { _ in order.withLock { $0.append(number) } } }
          try await waitUntil { open.waitingWrites() > number }
        }
        release.signal()
        try await group.waitForAll()
      }
      #expect(order.withLock { $0 } == Array(0..<20))
    }
  }
}

/// The behaviour of scopes with several writers.
@Suite(.timeLimit(.minutes(2))) struct PostgresScopeTests {
  @Test func aBusyScopeLeavesWritersForOthers() async throws {
    try await withPostgres(writers: 2) { database, _, _ in
      let release = Gate()
      let begun = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await database.write(in: .user("busy")) { connection in
              begun.open()
              release.wait()
            }
          }
        }
        await begun.passed()
        try await waitUntil { database.waitingWrites >= 19 }
        for number in 0..<20 {
          try await database.write(in: .user("\(number)")) { _ = try $0.query("SELECT 1 AS one") }
        }
        #expect(database.waitingWrites == 19)
        release.open()
        try await group.waitForAll()
      }
    }
  }

  @Test func transactionsOfDifferentScopesRunAtTheSameTime() async throws {
    try await withPostgres { database, _, _ in
      let both = [Gate(), Gate()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<2 {
          group.addTask {
            try await database.write(in: .user("\(number)")) { connection in
              both[number].open()
              both[1 - number].wait()
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aFullQueueRefusesTransactions() async throws {
    try await withPostgres(writers: 1, maxWaitingWrites: 3) { database, _, _ in
      let release = Gate()
      let begun = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await database.write { connection in
            begun.open()
            release.wait()
          }
        }
        await begun.passed()
        for _ in 0..<3 { group.addTask { try await database.write { _ in } } }
        try await waitUntil { database.waitingWrites >= 3 }
        await #expect(throws: StorageError.overloaded) { try await database.write { _ in } }
        release.open()
        try await group.waitForAll()
      }
    }
  }

  @Test func waitingForAnotherNodeTooLongIsBusy() async throws {
    try await withPostgres(lockTimeout: .milliseconds(100)) { database, _, server in
      let release = Gate()
      let begun = Gate()
      let url = server.url(options: "options=-csearch_path%3D\(try await Self.schema(database))")
      let other = try await openPostgres(PostgresConfiguration(url: url))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await other.write(in: .jobs) { connection in
            _ = try connection.query("SELECT 1 AS one")
            begun.open()
            release.wait()
          }
        }
        await begun.passed()
        await #expect(throws: StorageError.busy) {
          try await database.write(in: .jobs) { _ = try $0.query("SELECT 1 AS one") }
        }
        release.open()
        try await group.waitForAll()
      }
      await other.close()
    }
  }

  private static func schema(_ database: PostgresDatabase) async throws -> String {
    try await database.read { try $0.first("SELECT current_schema()::text AS name", [])?.text("name") } ?? ""
  }
}
