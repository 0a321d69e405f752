import API
import Bytes
import Cluster
import HTTPServer
import JSONCodec
import Logging
import Realtime
import Storage
import TestSupport
import Testing

@testable import Sync

/// Codes of the socket that need a part of the server to fail in its own way.
@Suite struct SyncWireTests {
  private struct Broken: Error {}

  /// A capability whose items cannot be stored, for a reason of its own.
  private struct BrokenItems: SharedItems {
    func storedID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String { id }
    func isSame(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
      false
    }
    func store(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws {
      throw Broken()
    }
    func remove(id: String, userID: String, in connection: any SQLConnection) throws -> Bool { false }
    func content(id: String, userID: String, in connection: any SQLConnection) throws -> JSONValue? { nil }
    func committed(userID: String) {}
  }

  private struct BrokenAuthenticator: Authenticator {
    func authenticate(_ token: String) async throws -> Identity? { throw Broken() }
  }

  private struct Silent: EventBus {
    func published(userID: String, topic: String?) {}
  }

  /// - Parameter authenticator: nil takes tokens as names of users.
  private static func run(
    authenticator: (any Authenticator)? = nil, _ body: @escaping @Sendable (WebSocketTestClient) throws -> Void
  ) async throws {
    let clock = ManualClock()
    let database = try await TestDatabase.make(users: ["u1"])
    let sync = SyncService(
      database: database, shared: [.mealLog: BrokenItems()], bus: Silent(), environment: clock.environment)
    let configuration = RealtimeConfiguration()
    let hub = RealtimeHub(
      database: database,
      registry: ConnectionRegistry(configuration: configuration, bus: NoBus(), environment: clock.environment),
      authenticator: authenticator ?? StubAuthenticator(clock: clock), configuration: configuration,
      node: .single(name: "node"),
      environment: clock.environment, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let server = try await TestServer(
      sockets: [SyncSocket(sync: sync, hub: hub).route],
      authenticator: StubAuthenticator(clock: clock), clock: clock)
    try await withFixture(server) { server in
      let client = server.client.with(token: "u1")
      try await runBlocking { try body(try client.open("/ws/mobile/sync/?device_id=phone", limit: .seconds(20))) }
    }
  }

  @Test func aFailedUploadReportsIntegrationErrorAndStoresNothing() async throws {
    try await Self.run { socket in
      _ = try socket.receiveJSON(type: "connection_established")
      let data: JSONValue = ["sessions": [["session_id": "s"]], "meal_logs": [["meal_log_id": "m"]]]
      try socket.send(json: ["type": "sync_data", "sync_id": "x", "data": data])
      let error = try socket.receiveJSON(type: "error")
      #expect(error["error_code"] == "INTEGRATION_ERROR" && error["retryable"] == true)
      try socket.send(json: ["type": "start_sync", "sync_id": "pull"])
      #expect(try socket.receiveJSON(type: "server_data_response")["count"] == 0)
    }
  }

  @Test func aServerThatCannotCheckTokensIsAGeneralError() async throws {
    try await Self.run(authenticator: BrokenAuthenticator()) { socket in
      let error = try socket.receiveJSON(type: "error")
      #expect(error["error_code"] == "GENERAL_ERROR" && error["retryable"] == true)
      #expect(try socket.receiveClose().code == 1011)
    }
  }
}
