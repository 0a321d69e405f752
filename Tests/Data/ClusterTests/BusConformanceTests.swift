import Logging
import Runtime
import Storage
import StoragePostgres
import TestSupport
import Testing

@testable import Cluster

/// The engines of the bus.
enum BusKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case postgres, redis

  var testDescription: String { rawValue }
}

/// The behaviour of a bus with every engine.
@Suite(.timeLimit(.minutes(2))) struct BusConformanceTests {
  private static let kind = Hint.Kind("test")

  /// Two buses of one cluster, and what the second one received.
  private struct Pair {
    let first: ThreadedBus
    let second: ThreadedBus
    let received = Locked<[Hint]>([])
    let recoveries = Locked(0)

    init(_ make: () throws -> ThreadedBus) throws {
      (first, second) = (try make(), try make())
      second.receive(BusConformanceTests.kind) { [received] hint in received.withLock { $0.append(hint) } }
      second.recover { [recoveries] in recoveries.withLock { $0 += 1 } }
      for bus in [first, second] { try bus.start() }
    }
  }

  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// - Parameter body: gets the buses, and a function that ends all their connections.
  private static func withPair(
    _ kind: BusKind, _ body: (Pair, _ cut: () async throws -> Void) async throws -> Void
  ) async throws {
    let result: Result<Void, any Error>
    switch kind {
    case .postgres:
      let database = try await openTestDatabase()
      let pair = try Pair { try database.bus(logger: logger) }
      do { result = .success(try await run(pair) { try await body(pair) { try await cut(database) } }) } catch {
        result = .failure(error)
      }
      await database.close()
    case .redis:
      let server = try await runBlocking { try RedisServer() }
      let pair = try Pair { try makeBus(server) }
      do {
        result = .success(
          try await run(pair) {
            try await body(pair) {
              try RedisCommands(server).run(
                ["CLIENT", "KILL", "TYPE", "pubsub"], ["CLIENT", "KILL", "TYPE", "normal"])
            }
          })
      } catch { result = .failure(error) }
      try await runBlocking { server.stop() }
    }
    try result.get()
  }

  private static func run(_ pair: Pair, _ body: () async throws -> Void) async throws {
    let result: Result<Void, any Error>
    do {
      try await waitUntil { pair.first.figures.isConnected && pair.second.figures.isConnected }
      result = .success(try await body())
    } catch { result = .failure(error) }
    for bus in [pair.first, pair.second] { await bus.stop() }
    try result.get()
  }

  private static func cut(_ database: PostgresDatabase) async throws {
    try await database.write(in: .none) { connection in
      _ = try connection.query(
        """
        SELECT COUNT(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
        WHERE query NOT LIKE 'BEGIN%' AND pid <> pg_backend_pid()
          AND application_name = current_setting('application_name')
        """, [])
    }
  }

  private static func makeBus(_ server: RedisServer) throws -> ThreadedBus {
    let address = try #require(RedisAddress(server.address))
    return try ThreadedBus(logger: logger) { RedisBus(.init(address: address, channel: "hearth:test")) }
  }

  @Test(arguments: BusKind.allCases) func deliversHintsOfOneNodeInTheirOrder(_ kind: BusKind) async throws {
    try await Self.withPair(kind) { pair, _ in
      let sent = (0..<500).map { Hint(Self.kind, key: "\($0)", detail: "detail \($0)\nline") }
      for hint in sent { pair.first.send(hint) }
      try await waitUntil { pair.received.withLock { $0.count } == 500 }
      #expect(pair.received.withLock { $0 } == sent)
      #expect(pair.second.figures.received == 500)
    }
  }

  @Test(arguments: BusKind.allCases) func carriesTheLargestHint(_ kind: BusKind) async throws {
    try await Self.withPair(kind) { pair, _ in
      let hint = Hint(Self.kind, key: String(repeating: "k", count: 200), detail: String(repeating: "x", count: 7000))
      pair.first.send(hint)
      try await waitUntil { pair.received.withLock { $0 } == [hint] }
    }
  }

  @Test(arguments: BusKind.allCases) func doesNotReturnItsOwnHints(_ kind: BusKind) async throws {
    try await Self.withPair(kind) { pair, _ in
      pair.second.send(Hint(Self.kind, key: "own"))
      pair.first.send(Hint(Self.kind, key: "other"))
      try await waitUntil { !pair.received.withLock { $0.isEmpty } }
      #expect(pair.received.withLock { $0.map(\.key) } == ["other"])
    }
  }

  /// After a loss of its connection a node reads the database, because hints may have passed in the meantime.
  @Test(arguments: BusKind.allCases) func recoversAfterALossOfItsConnection(_ kind: BusKind) async throws {
    try await Self.withPair(kind) { pair, cut in
      let before = pair.recoveries.withLock { $0 }
      try await cut()
      try await waitUntil { pair.recoveries.withLock { $0 } > before && pair.second.figures.isConnected }
      try await waitUntil {
        // The first bus may notice its own loss only now.
        pair.first.send(Hint(Self.kind, key: "after"))
        try await Task.sleep(for: .milliseconds(20))
        return pair.received.withLock { $0 }.contains { $0.key == "after" }
      }
    }
  }
}

/// Opens a database of its own on the PostgreSQL server of the tests.
///
/// - Parameter url: of the schema; nil for one of its own.
func openTestDatabase(url: String? = nil) async throws -> PostgresDatabase {
  try await runBlocking {
    var configuration = PostgresConfiguration(url: try url ?? PostgresServer.shared.get().makeSchema().url)
    configuration.writers = 2
    return try PostgresDatabase.open(configuration)
  }
}
