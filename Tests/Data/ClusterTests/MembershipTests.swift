import Bytes
import Logging
import Runtime
import Storage
import StoragePostgres
import TestSupport
import Testing

@testable import Cluster

/// Nodes of one PostgreSQL database.
@Suite(.timeLimit(.minutes(2))) struct MembershipTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A node that looks often.
  private static func node(
    _ database: PostgresDatabase, key: String = "a", fenceAfter: Duration = .seconds(8)
  ) throws -> PostgresMembership {
    var configuration = PostgresMembership.Configuration()
    configuration.lookInterval = .milliseconds(80)
    configuration.fenceAfter = fenceAfter
    return try database.membership(
      NodeIdentity(name: "node", keyDigest: key), configuration: configuration, environment: ManualClock().environment,
      logger: logger)
  }

  private static func withDatabase(_ body: (PostgresDatabase) async throws -> Void) async throws {
    let database = try await openTestDatabase()
    let result: Result<Void, any Error>
    do { result = .success(try await body(database)) } catch { result = .failure(error) }
    await database.close()
    try result.get()
  }

  /// Ends the sessions that hold the locks of nodes.
  private static func endSessions(_ database: PostgresDatabase, of node: Int64) async throws {
    try await database.write(in: .none) { connection in
      _ = try connection.query(
        "SELECT COUNT(pg_terminate_backend(session::int)) AS n FROM nodes WHERE id = $1", [.integer(node)])
    }
  }

  private static func nodes(_ database: PostgresDatabase) async throws -> [Int64] {
    try await database.read { connection in
      try connection.query("SELECT id FROM nodes ORDER BY id", []).compactMap { $0.integer("id") }
    }
  }

  @Test func givesEachNodeAnIncarnationOfItsOwn() async throws {
    try await Self.withDatabase { database in
      let (first, second) = (try Self.node(database), try Self.node(database))
      #expect(first.incarnation == 0)
      try await first.join()
      try await second.join()
      #expect(first.incarnation > 0 && second.incarnation > first.incarnation)
      #expect(try await Self.nodes(database) == [first.incarnation, second.incarnation])
      for node in [first, second] { await node.leave() }
    }
  }

  @Test func refusesANodeWithAnotherKeyWhileOthersArePresent() async throws {
    try await Self.withDatabase { database in
      let (first, second) = (try Self.node(database), try Self.node(database, key: "b"))
      try await first.join()
      await #expect(throws: PostgresError.otherKey(node: "node")) { try await second.join() }
      // The row of a node that ended does not count.
      try await Self.endSessions(database, of: first.incarnation)
      try await waitUntil { (try? await second.join()) != nil }
      await second.leave()
      await first.leave()
    }
  }

  @Test func takesOverANodeThatEnded() async throws {
    try await Self.withDatabase { database in
      let (first, second) = (try Self.node(database), try Self.node(database))
      let ended = Locked<[Int64]>([])
      second.takeOver { number in
        // A step that fails is repeated.
        let count = ended.withLock { ended in
          ended.append(number)
          return ended.count
        }
        if count == 1 { throw StorageError.busy }
        try await database.write(in: .jobs) { try $0.execute("DELETE FROM nodes WHERE id = $1", [.integer(number)]) }
      }
      for node in [first, second] { try await node.join() }
      second.start()
      let lost = first.incarnation
      try await waitUntil { second.figures.nodeCount == 2 }
      #expect(ended.withLock { $0 } == [])
      try await Self.endSessions(database, of: lost)
      try await waitUntil { second.figures.takeovers == 1 }
      #expect(ended.withLock { $0 } == [lost, lost])
      try await waitUntil { second.figures.nodeCount == 1 }
      await second.leave()
      await first.leave()
    }
  }

  /// Like a node whose host cannot be reached: PostgreSQL has noticed it for one session, but not for the other.
  @Test func endsTheSessionsOfANodeThatItTakesOver() async throws {
    let url = try await runBlocking { try PostgresServer.shared.get().makeSchema().url }
    // The last name counts.
    let lost = try await openTestDatabase(url: url + "-lost&application_name=lost")
    let other = try await openTestDatabase(url: url)
    let (first, second) = (try Self.node(lost), try Self.node(other))
    for node in [first, second] { try await node.join() }
    let runs = Locked(0)
    let transaction = Task {
      try await lost.write(in: .jobs) { connection in
        try connection.execute("UPDATE storage_state SET value = value WHERE name = 'server'")
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        // It runs again after the loss of its session.
        if run > 1 { throw CancellationError() }
        // Longer than the wait for the takeover.
        _ = try connection.query("SELECT pg_sleep(50)::text AS slept")
      }
    }
    try await waitUntil { runs.withLock { $0 } == 1 }
    let incarnation = first.incarnation
    second.takeOver { number in
      _ = try await other.write(in: .jobs) { try $0.execute("DELETE FROM nodes WHERE id = $1", [.integer(number)]) }
    }
    second.start()
    try await Self.endSessions(other, of: incarnation)
    try await waitUntil { second.figures.takeovers == 1 }
    await second.leave()
    await first.leave()
    await other.close()
    await lost.close()
    await #expect(throws: CancellationError.self) { try await transaction.value }
  }

  /// A node that connects again before others look twice keeps its place.
  @Test func keepsItsPlaceAfterALossOfItsConnection() async throws {
    try await Self.withDatabase { database in
      let node = try Self.node(database)
      let changes = Locked<[Bool]>([])
      node.fenced { isFenced in changes.withLock { $0.append(isFenced) } }
      try await node.join()
      node.start()
      let before = try await database.read { try $0.first("SELECT session FROM nodes", [])?.integer("session") }
      let incarnation = node.incarnation
      try await Self.endSessions(database, of: incarnation)
      try await waitUntil {
        let now = try? await database.read { try $0.first("SELECT session FROM nodes", [])?.integer("session") }
        return now != nil && now != before
      }
      #expect(node.incarnation == incarnation && !node.isFenced && changes.withLock { $0 } == [])
      await node.leave()
    }
  }

  /// A node whose row is gone was taken over: it must not work under its old incarnation.
  @Test func joinsAgainAfterItWasTakenOver() async throws {
    try await Self.withDatabase { database in
      let node = try Self.node(database)
      let changes = Locked<[Bool]>([])
      node.fenced { isFenced in changes.withLock { $0.append(isFenced) } }
      try await node.join()
      node.start()
      let old = node.incarnation
      try await database.write(in: .jobs) { try $0.execute("DELETE FROM nodes", []) }
      try await waitUntil { node.incarnation != old && !node.isFenced }
      #expect(changes.withLock { $0 } == [true, false])
      #expect(node.figures.fencings == 1)
      await node.leave()
    }
  }

  @Test func releasesEverythingWhenItLeaves() async throws {
    try await Self.withDatabase { database in
      let node = try Self.node(database)
      let released = Locked<[Int64]>([])
      node.takeOver { number in
        released.withLock { $0.append(number) }
        try await database.write(in: .jobs) { try $0.execute("DELETE FROM nodes WHERE id = $1", [.integer(number)]) }
      }
      try await node.join()
      node.start()
      let incarnation = node.incarnation
      await node.leave()
      #expect(released.withLock { $0 } == [incarnation])
      #expect(try await Self.nodes(database) == [])
    }
  }
}
