import API
import Bytes
import Cluster
import HTTPCodec
import HTTPServer
import JSONCodec
import Logging
import Runtime
import Storage
import TestSupport

@testable import Realtime

/// The frames of a path that sends the members of its events unchanged.
struct PlainFrames: FrameFormat, EventRenderer {
  var numbers = false
  var kinds: [String] { ["meal_log.completed", "meal_log.failed"] }

  func welcome(userID: String, at moment: Timestamp) -> JSONValue? {
    ["type": "connected", "user_id": .string(userID), "timestamp": .string(moment.rfc3339)]
  }

  func frame(_ event: Event) -> JSONValue? {
    if event.payload["hidden"] != nil { return nil }
    return [
      "type": .string(event.kind), "data": event.payload, "numbers": .bool(numbers),
      "timestamp": .string(event.createdAt.rfc3339),
    ]
  }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ["type": "pong", "timestamp": .string(moment.rfc3339)]
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    [
      "type": "error", "error": .string(error), "error_code": .string(code), "details": .string(details),
      "timestamp": .string(moment.rfc3339),
    ]
  }
}

/// Knows tokens of the form `user` and `user:seconds it lives`, until the user is locked out.
final class ScriptedAuthenticator: Authenticator {
  let clock: ManualClock
  let lockedOut = Locked(Set<String>())
  /// Runs once, while the next token is being checked.
  let meanwhile = Locked<(@Sendable () -> Void)?>(nil)

  init(clock: ManualClock) { self.clock = clock }

  func authenticate(_ token: String) async throws -> Identity? {
    let parts = token.split(separator: ":").map(String.init)
    guard let user = parts.first, RealtimeFixture.users.contains(user),
      !lockedOut.withLock({ $0.contains(user) })
    else { return nil }
    let hook = meanwhile.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    let life = parts.count > 1 ? Int64(parts[1]) ?? 0 : 3600
    return Identity(
      userID: user, username: user, email: nil, expiresAt: clock.now.advanced(by: .seconds(life)), sessionID: "s")
  }
}

/// A hub over a database of its own, with two users.
struct RealtimeFixture: Sendable {
  static let users = ["anna", "ben"]

  let database: any StorageEngine
  let clock = ManualClock()
  let authenticator: ScriptedAuthenticator
  let registry: ConnectionRegistry
  let hub: RealtimeHub
  let outbox: Outbox
  let instant: ContinuousClock.Instant

  init(
    _ configure: (inout RealtimeConfiguration) -> Void = { _ in }, observer: SocketObserver = .init()
  ) async throws {
    var configuration = RealtimeConfiguration()
    configure(&configuration)
    database = try await TestDatabase.make(users: Self.users)
    authenticator = ScriptedAuthenticator(clock: clock)
    registry = ConnectionRegistry(configuration: configuration, bus: NoBus(), environment: clock.environment)
    let instant = ContinuousClock.now
    self.instant = instant
    hub = RealtimeHub(
      database: ScopeCheckingDatabase(database), registry: registry, authenticator: authenticator,
      configuration: configuration,
      node: .single(name: "node-1"), environment: clock.environment, observer: observer,
      logger: Logger(label: "test") { _ in
        SwiftLogNoOpLogHandler()
      }, instant: { instant })
    outbox = Outbox(bus: registry, environment: clock.environment)
  }

  /// Stores events as a capability does. - Returns: their ids.
  @discardableResult
  func publish(
    _ count: Int = 1, to user: String = "anna", kind: String = "meal_log.completed", payload: JSONValue = [:]
  ) async throws -> [Int64] {
    let ids = try await database.write { [outbox] connection in
      for _ in 0..<count { try outbox.append(userID: user, kind: kind, payload: payload, in: connection) }
      let rows = try connection.query(
        "SELECT id FROM user_events WHERE user_id = $1 ORDER BY id DESC LIMIT $2",
        [.text(user), .integer(Int64(count))])
      return rows.reversed().compactMap { $0.integer("id") }
    }
    outbox.published(userID: user)
    return ids
  }

  func query(_ sql: String) async throws -> [Row] {
    try await database.read { try $0.query(sql) }
  }

  static func request(_ query: [(name: String, value: String)], bearer: String? = nil) -> Request {
    var request = Request(method: "GET", path: "/ws/meal-logs", query: query)
    if let bearer { request.fields.append("Authorization", bearer) }
    return request
  }

  /// A path that sends the events of meals.
  func endpoint(_ type: String = "meal_logs") -> EventEndpoint {
    let declaration = EndpointDeclaration(
      path: "/ws/meal-logs", connectionType: type, summary: "A path of tests.",
      options: [QueryOption("quantity", values: ["text", "number"], default: "text", "The form of amounts.")],
      messages: [])
    return EventEndpoint(declaration, hub: hub, format: PlainFrames()) { options in
      PlainFrames(numbers: options["quantity"] == "number")
    }
  }

  /// Serves a whole connection.
  func serve(_ endpoint: EventEndpoint, _ transport: ScriptedTransport, _ request: Request) async {
    guard let conversation = await endpoint.connect(transport, request) else { return }
    while let event = await transport.next() {
      if !conversation.handleSync(event) { await conversation.handle(event) }
    }
    await conversation.closed()
  }

  /// Opens a socket, runs `body` beside it, and lets the peer go.
  func connect(
    _ query: [(name: String, value: String)] = [("token", "anna")], bearer: String? = nil,
    session: ScriptedTransport = ScriptedTransport(), type: String = "meal_logs",
    _ body: @escaping @Sendable (ScriptedTransport) async throws -> Void = { _ in }
  ) async throws -> ScriptedTransport {
    let request = Self.request(query, bearer: bearer)
    async let serving: Void = serve(endpoint(type), session, request)
    await session.until { !$0.frames.isEmpty }
    try await body(session)
    session.end()
    await serving
    return session
  }
}

extension RealtimeFixture {
  func insertRow(id: String, node: String, incarnation: Int64 = 0, lastActive: Timestamp) async throws {
    try await database.write { connection in
      _ = try connection.execute(
        """
        INSERT INTO active_websocket_connections
          (id, user_id, connection_id, connection_type, node, connected_at, last_ping_at, incarnation)
        VALUES ($1, 'anna', $1, 'meal_logs', $2, 0, $3, $4)
        """, [.text(id), .text(node), .integer(lastActive.milliseconds), .integer(incarnation)])
    }
  }
}
