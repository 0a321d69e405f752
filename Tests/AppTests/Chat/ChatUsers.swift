import JSONCodec
import TestSupport
import Testing

/// The real program with the accounts that a test needs, created as chat clients create them. Blocking.
struct ChatUsers {
  let server: ServerProcess
  /// For other threads.
  let access: ChatAccess
  var tokens: [String] { access.tokens }

  /// - Parameter folder: of an earlier run, whose accounts sign in again.
  init(_ names: [String], _ environment: [String: String] = [:], folder: TemporaryFolder? = nil) throws {
    var environment = environment
    environment["HEARTH_LOG_LEVEL"] = environment["HEARTH_LOG_LEVEL"] ?? "warning"
    server = try ServerProcess(folder: folder, environment: environment, accounts: names)
    let client = server.client
    let tokens = try names.map { try #require(try client.signIn($0, "correct horse").token) }
    access = ChatAccess(client: client, tokens: tokens)
  }

  func open(_ user: Int, _ room: String = "general", since: Int64? = nil, receiveBuffer: Int? = nil) throws
    -> WebSocketTestClient
  {
    try access.open(user, room, since: since, receiveBuffer: receiveBuffer)
  }

  func connect(_ user: Int, _ room: String = "general", since: Int64? = nil) throws -> WebSocketTestClient {
    try access.connect(user, room, since: since)
  }

  func request(_ user: Int, _ method: String, _ path: String, _ json: JSONValue? = nil) throws -> WireResponse {
    try access.request(user, method, path, json)
  }
}

/// The accounts of a running server, by their positions in the list of names.
struct ChatAccess: Sendable {
  let client: TestClient
  let tokens: [String]

  func open(_ user: Int, _ room: String = "general", since: Int64? = nil, receiveBuffer: Int? = nil) throws
    -> WebSocketTestClient
  {
    try client.with(token: tokens[user]).open(
      "/ws/chat/\(room)" + (since.map { "?since=\($0)" } ?? ""), receiveBuffer: receiveBuffer, limit: .seconds(30))
  }

  /// Opens a socket and reads its welcome.
  func connect(_ user: Int, _ room: String = "general", since: Int64? = nil) throws -> WebSocketTestClient {
    let socket = try open(user, room, since: since)
    let welcome = try socket.receiveJSON()
    #expect(welcome["type"] == "connected", "\(welcome.text)")
    return socket
  }

  func request(_ user: Int, _ method: String, _ path: String, _ json: JSONValue? = nil) throws -> WireResponse {
    try client.with(token: tokens[user]).request(method, path, json)
  }
}
