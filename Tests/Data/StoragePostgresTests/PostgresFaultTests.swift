import Runtime
import Storage
import StoragePostgres
import TestSupport
import Testing

/// Lost connections, crashes and conflicts, on real servers.
@Suite(.timeLimit(.minutes(3))) struct PostgresFaultTests {
  private static let insert = "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ($1, '', 0, 0)"
  private static let kinds = "SELECT kind FROM jobs ORDER BY id"

  private static func kinds(_ database: PostgresDatabase) async throws -> [String] {
    try await database.read { try $0.query(kinds).compactMap { $0.text("kind") } }
  }

  private static func terminate(_ name: String, _ server: PostgresServer, where condition: String = "true") throws {
    try server.execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)' AND \(condition)")
  }

  @Test func anIdleConnectionThatWasClosedIsReplaced() async throws {
    try await withPostgres { database, name, server in
      try await database.write { try $0.execute(Self.insert, ["a"]) }
      _ = try await Self.kinds(database)
      for kind in ["b", "c"] {
        try await runBlocking { try Self.terminate(name, server) }
        try await database.write(in: .jobs) { try $0.execute(Self.insert, [.text(kind)]) }
      }
      let found = try await Self.kinds(database)
      #expect(found == ["a", "b", "c"])
    }
  }

  @Test func aBodyWhoseConnectionIsLostRunsAgain() async throws {
    try await withPostgres { database, name, server in
      let runs = Locked(0)
      try await database.write(in: .jobs) { connection in
        try connection.execute(Self.insert, ["a"])
        if runs.withLock({
          $0 += 1
          return $0
        }) == 1 {
          try Self.terminate(name, server)
        }
        try connection.execute(Self.insert, ["b"])
      }
      #expect(runs.withLock { $0 } == 2)
      let found = try await Self.kinds(database)
      #expect(found == ["a", "b"])
    }
  }

  /// A deferred trigger waits for a lock at COMMIT, where the session is ended.
  @Test func aCommitThatTheServerAbortsRunsAgain() async throws {
    try await withPostgres { database, name, server in
      try server.execute(
        """
        CREATE FUNCTION \(name).wait() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('\(name)')); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON \(name).jobs DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION \(name).wait();
        """)
      let runs = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (locked, release) = (Gate(), Gate())
        group.addTask {
          try await database.write { connection in
            _ = try connection.query("SELECT pg_advisory_xact_lock(hashtext('\(name)'))::text AS done")
            locked.open()
            release.wait()
          }
        }
        await locked.passed()
        group.addTask {
          try await database.write(in: .jobs) { connection in
            runs.withLock { $0 += 1 }
            try connection.execute(Self.insert, ["a"])
          }
        }
        try await runBlocking {
          let waiting = "application_name = '\(name)' AND query = 'COMMIT' AND wait_event = 'advisory'"
          try server.waitUntil("SELECT pid FROM pg_stat_activity WHERE \(waiting)")
          try Self.terminate(name, server, where: waiting)
        }
        release.open()
        try await group.waitForAll()
      }
      #expect(runs.withLock { $0 } == 2)
      let found = try await Self.kinds(database)
      #expect(found == ["a"])
    }
  }

  @Test func aDeadlockRunsAgain() async throws {
    try await withPostgres(users: ["a", "b"]) { database, _, _ in
      let both = [Gate(), Gate()]
      let runs = Locked(0)
      let add = "UPDATE user_usage SET bytes = bytes + 1 WHERE user_id = $1"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<2 {
          group.addTask {
            try await database.write { connection in
              runs.withLock { $0 += 1 }
              try connection.execute(add, [number == 0 ? "a" : "b"])
              both[number].open()
              both[1 - number].wait()
              try connection.execute(add, [number == 0 ? "b" : "a"])
            }
          }
        }
        try await group.waitForAll()
      }
      // The aborted one may be aborted again.
      #expect(runs.withLock { $0 } >= 3)
      let sums = try await database.read { connection in [try connection.usage(of: "a"), try connection.usage(of: "b")]
      }
      #expect(sums == [2, 2])
    }
  }

  @Test func aSerializationFailureRunsAgainAndNamesAMissingScope() async throws {
    try await withPostgres(users: ["a", "b"], isolation: .serializable) { database, _, _ in
      for isScoped in [false, true] {
        let runs = Locked(0)
        let met = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<2 {
            group.addTask {
              try await database.write(in: isScoped ? .user("x") : .none) { connection in
                let run = runs.withLock {
                  $0 += 1
                  return $0
                }
                _ = try connection.first("SELECT SUM(bytes) AS n FROM user_usage", [])
                met.withLock { $0 += 1 }
                // Both have read before one of them writes.
                while !isScoped, run <= 2, met.withLock({ $0 }) < 2 { _ = try connection.query("SELECT 1 AS one") }
                try connection.execute(
                  "UPDATE user_usage SET bytes = bytes + 1 WHERE user_id = $1", [number == 0 ? "a" : "b"])
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(runs.withLock { $0 } == (isScoped ? 2 : 3))
      }
    }
  }

  @Test func aBodyThatIgnoresAFailedStatementIsNotCommitted() async throws {
    try await withPostgres(users: ["u"]) { database, _, _ in
      await #expect(throws: StorageError.uniqueViolation(constraint: "user_usage.user_id")) {
        try await database.write { connection in
          try connection.execute(Self.insert, ["a"])
          _ = try? connection.execute("INSERT INTO user_usage (user_id) VALUES ('u')")
        }
      }
      let found = try await Self.kinds(database)
      #expect(found.isEmpty)
    }
  }

  @Test func textWithNULIsRefusedAndNotSent() async throws {
    try await withPostgres { database, _, _ in
      try await database.write { connection in
        #expect(throws: StorageError.textWithNUL) { try connection.execute(Self.insert, ["a\0b"]) }
        try connection.execute(Self.insert, ["c"])
      }
      let found = try await Self.kinds(database)
      #expect(found == ["c"])
    }
  }

  @Test func aLongStatementOfAWriteIsAborted() async throws {
    try await withPostgres(statementTimeout: .milliseconds(200)) { database, _, _ in
      await #expect(throws: StorageError.timedOut) {
        try await database.write { _ = try $0.query("SELECT pg_sleep(60)::text AS done") }
      }
      try await database.write { try $0.execute(Self.insert, ["a"]) }
    }
  }

  @Test func moreStatementsThanTheCacheHolds() async throws {
    try await withPostgres(writers: 1) { database, _, _ in
      let sum = try await database.write { connection in
        try (0..<600).reduce(into: Int64(0)) { sum, number in
          sum += try connection.first("SELECT \(number) AS n", [])?.integer("n") ?? 0
        }
      }
      #expect(sum == 600 * 599 / 2)
    }
  }

  @Test func acknowledgedWritesSurviveACrashOfTheServer() async throws {
    let server = try await runBlocking { try PostgresServer() }
    let schema = try await runBlocking { try server.makeSchema() }
    var configuration = PostgresConfiguration(url: schema.url)
    configuration.retryTimeout = .seconds(2)
    configuration.tablesWithKeptIDs = ["jobs"]
    let database = try await openPostgres(configuration)
    let acknowledged = Locked<Set<String>>([])
    let isDone = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var number = 0
          while !isDone.isOpen {
            let kind = "\(writer)-\(number)"
            do {
              try await database.write(in: .user("\(writer)")) { try $0.execute(Self.insert, [.text(kind)]) }
              _ = acknowledged.withLock { $0.insert(kind) }
            } catch let error as StorageError {
              #expect(error.isTransient, "\(error)")
            }
            number += 1
          }
        }
      }
      for _ in 0..<2 {
        let before = acknowledged.withLock { $0.count }
        try await waitUntil { acknowledged.withLock { $0.count } >= before + 50 }
        try await runBlocking {
          try server.kill()
          try server.start()
        }
      }
      let before = acknowledged.withLock { $0.count }
      try await waitUntil { acknowledged.withLock { $0.count } >= before + 50 }
      isDone.open()
      try await group.waitForAll()
    }
    let stored = Set(try await Self.kinds(database))
    let lost = acknowledged.withLock { $0 }.subtracting(stored)
    #expect(lost.isEmpty)
    let newest = try await database.read { try $0.first("SELECT MAX(id) AS id FROM jobs", [])?.integer("id") } ?? 0
    #expect(newest > 200_000, "ids are skipped after each crash")
    await database.close()
  }

  @Test func whileTheServerIsAwayCallsFailAndLaterSucceed() async throws {
    let server = try await runBlocking { try PostgresServer() }
    let schema = try await runBlocking { try server.makeSchema() }
    var configuration = PostgresConfiguration(url: schema.url)
    let outages = Locked<[StorageFailure?]>([])
    configuration.health = StorageHealth(changed: { reason, _ in outages.withLock { $0.append(reason) } })
    let database = try await openPostgres(configuration)
    try await database.write { try $0.execute(Self.insert, ["a"]) }
    try await runBlocking { try server.kill() }
    for _ in 0..<20 {
      let errors = [
        await #expect(throws: StorageError.self) { try await database.write { try $0.execute(Self.insert, ["b"]) } },
        await #expect(throws: StorageError.self) { _ = try await Self.kinds(database) },
      ]
      #expect(errors.allSatisfy { $0?.isTransient == true })
    }
    await database.probe()
    #expect(outages.withLock { $0 } == [.inputOutput])
    try await runBlocking { try server.start() }
    while outages.withLock({ $0.count }) < 2 { await database.probe() }
    #expect(outages.withLock { $0 } == [.inputOutput, nil])
    try await database.write { try $0.execute(Self.insert, ["c"]) }
    let found = try await Self.kinds(database)
    #expect(found == ["a", "c"])
    await database.close()
  }
}
