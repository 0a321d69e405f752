import API
import Bytes
import Cluster
import Dispatch
import HTTPServer
import JSONCodec
import Logging
import Realtime
import Runtime
import Storage
import TestSupport
import Testing

@testable import Chat

/// Rooms on a server in this process. Tokens are user ids (`anna`, `ben`, `cleo`), which are the usernames as well.
struct ChatFixture: TestFixture, Sendable {
  let clock = ManualClock()
  let database: any StorageEngine
  let server: TestServer
  let chat: ChatService
  let registry: ConnectionRegistry
  let counts = Counts()

  /// The calls of the observer.
  final class Counts: Sendable {
    let stored = Locked(0)
    let encoded = Locked(0)
    let delivered = Locked(0)

    var observer: ChatObserver {
      var observer = ChatObserver()
      observer.stored = { [stored] count in stored.withLock { $0 += count } }
      observer.encoded = { [encoded] count in encoded.withLock { $0 += count } }
      observer.delivered = { [delivered] count in delivered.withLock { $0 += count } }
      return observer
    }
  }

  init(
    webSocket: WebSocketConfiguration = .init(), _ configure: (inout ChatConfiguration) -> Void = { _ in }
  ) async throws {
    var configuration = ChatConfiguration()
    configuration.connectionsPerMinute = 1000
    configure(&configuration)
    database = try await TestDatabase.make(users: ["anna", "ben", "cleo"])
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    chat = ChatService(
      database: ScopeCheckingDatabase(database), environment: clock.environment, configuration: configuration,
      observer: counts.observer,
      logger: logger, spawn: { body in Task { await body() } })
    try await chat.start()
    let realtime = RealtimeConfiguration()
    registry = ConnectionRegistry(configuration: realtime, bus: NoBus(), environment: clock.environment)
    let hub = RealtimeHub(
      database: ScopeCheckingDatabase(database), registry: registry, authenticator: StubAuthenticator(clock: clock),
      configuration: realtime,
      node: .single(name: "node"), environment: clock.environment, logger: logger)
    server = try await TestServer(
      routes: ChatRoutes(chat: chat).routes,
      sockets: [ChatSocket(chat: chat, hub: hub).route],
      authenticator: StubAuthenticator(clock: clock), webSocket: webSocket, clock: clock)
  }

  /// Runs blocking client code, and stops everything whatever happens.
  static func run(
    webSocket: WebSocketConfiguration = .init(), _ configure: (inout ChatConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (ChatFixture) throws -> Void
  ) async throws {
    try await withFixture(try await ChatFixture(webSocket: webSocket, configure)) { fixture in
      try await runBlocking { try body(fixture) }
    }
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  // MARK: - Blocking

  /// Changes the database without the server.
  func alter(_ sql: String) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Locked<(any Error)?>(nil)
    Task { [database] in
      do { try await database.write { _ = try $0.execute(sql) } } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func send(_ method: String, _ path: String, _ json: JSONValue? = nil, as user: String = "anna") throws -> WireResponse
  {
    try server.client.with(token: user).request(method, "/api" + path, json)
  }

  /// The rows of a list.
  func rows(_ path: String, as user: String = "anna") throws -> [JSONValue] {
    let answer = try send("GET", path, as: user)
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json?.arrayValue)
  }

  /// - Returns: the number of a new message.
  @discardableResult
  func post(_ content: String, in room: String = "general", as user: String = "anna") throws -> Int64 {
    let answer = try send("POST", "/messages/\(room)", ["content": .string(content)], as: user)
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json?["message_id"]?.integerValue)
  }

  /// Opens a socket and reads its welcome frame.
  func connect(
    _ room: String = "general", as user: String = "anna", since: Int64? = nil, receiveBuffer: Int? = nil
  ) throws -> (socket: WebSocketTestClient, welcome: JSONValue) {
    let socket = try server.client.with(token: user).open(
      "/ws/chat/\(room)" + (since.map { "?since=\($0)" } ?? ""), receiveBuffer: receiveBuffer, limit: .seconds(20))
    let welcome = try socket.receiveJSON()
    #expect(welcome["type"] == "connected", "\(welcome.text)")
    return (socket, welcome)
  }
}

extension WebSocketTestClient {
  func post(_ content: String, clientID: String? = nil) throws {
    var message: JSONValue = ["type": "message", "content": .string(content)]
    if let clientID { message = message.merging(["client_message_id": .string(clientID)]) }
    try send(json: message)
  }

  /// Waits until the conversation has begun: a connection is stored after its welcome frame.
  func settle() throws {
    try send(json: ["type": "ping"])
    _ = try receiveJSON(type: "pong")
  }

  /// The next messages of the room.
  func receiveMessages(_ count: Int) throws -> [JSONValue] {
    try (0..<count).map { _ in try receiveJSON(type: "message") }
  }

  func expectClose(_ code: UInt16, after error: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let frame = try receiveJSON(type: "error")
    #expect(frame["error_code"] == .string(error), sourceLocation: sourceLocation)
    #expect(frame["content"] == frame["message"] && frame["content"]?.stringValue?.isEmpty == false)
    #expect(try receiveClose().code == code, sourceLocation: sourceLocation)
  }
}

/// Occupies the writer thread until `unblock()`, so that the messages sent meanwhile are one batch.
final class HeldWriter: Sendable {
  private let release = DispatchSemaphore(value: 0)

  init(_ database: any StorageEngine) {
    let (isHeld, release) = (DispatchSemaphore(value: 0), release)
    let runs = Locked(0)
    Task {
      try await database.write { _ in
        runs.withLock { $0 += 1 }
        // The database runs each body twice.
        guard runs.withLock({ $0 }) == 1 else { return }
        isHeld.signal()
        release.wait()
      }
    }
    isHeld.wait()
  }

  func unblock() { release.signal() }

  deinit { release.signal() }
}
