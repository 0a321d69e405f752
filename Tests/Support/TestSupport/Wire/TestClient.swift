package import JSONCodec

/// A client of a server under test, anonymous or with the token of an account.
///
/// Each request and each WebSocket gets a connection of its own. Calls block; see `WireSocket`.
package struct TestClient: Sendable {
  /// The server's address.
  package let host: String
  /// The server's port; 0 if it listens on a Unix socket.
  package let port: UInt16
  /// The token of the account; nil for an anonymous client.
  package let token: String?

  /// - Parameter token: sent with each request and in the query of each WebSocket.
  package init(host: String = "127.0.0.1", port: UInt16, token: String? = nil) {
    self.host = host
    self.port = port
    self.token = token
  }

  /// Returns a client of the same server with another account.
  package func with(token: String) -> TestClient { TestClient(host: host, port: port, token: token) }

  /// Opens an HTTP connection, for pipelining, raw bytes and the state of the connection itself.
  /// - Parameter limit: the time limit of each call.
  package func connect(receiveBuffer: Int? = nil, limit: Duration = .seconds(10)) throws(WireError) -> HTTPTestClient {
    try HTTPTestClient(host: host, port: port, receiveBuffer: receiveBuffer, limit: limit)
  }

  /// Sends a request on a new connection and reads the response.
  package func request(
    _ method: String, _ target: String, _ json: JSONValue? = nil, fields: [(String, String)] = []
  ) throws(WireError) -> WireResponse {
    let http = try connect()
    guard let json else { return try http.request(method, target, fields: fields, token: token) }
    return try http.request(method, target, fields: fields, token: token, json: json)
  }

  /// Sends a request like ``request(_:_:_:fields:)`` on a thread of its own, so that the caller's thread is not blocked.
  package func send(
    _ method: String, _ target: String, _ json: JSONValue? = nil, fields: [(String, String)] = []
  ) async throws -> WireResponse {
    try await runBlocking { try request(method, target, json, fields: fields) }
  }

  /// Opens a WebSocket without receiving anything.
  /// - Parameter limit: the time limit of each call.
  /// - Throws: `WireError.malformed` with the response if the server refuses the handshake.
  package func open(
    _ target: String, fields: [(String, String)] = [], receiveBuffer: Int? = nil, limit: Duration = .seconds(30)
  ) throws(WireError) -> WebSocketTestClient {
    let target = token.map { target + (target.contains("?") ? "&" : "?") + "token=\($0)" } ?? target
    return try WebSocketTestClient.connect(
      host: host, port: port, target, fields: fields, receiveBuffer: receiveBuffer, limit: limit)
  }

  /// Signs in. - Throws: `WireError.malformed` with the response if the server refuses.
  package func signIn(_ username: String, _ password: String) throws(WireError) -> TestClient {
    try authenticate("login", username, password)
  }

  /// Creates an account and signs in. - Throws: `WireError.malformed` with the response if the server refuses.
  package func signUp(_ username: String, _ password: String = "correct horse") throws(WireError) -> TestClient {
    try authenticate("signup", username, password)
  }

  private func authenticate(_ action: String, _ username: String, _ password: String) throws(WireError) -> TestClient {
    let body: JSONValue = ["username": .string(username), "password": .string(password)]
    let response = try request("POST", "/api/auth/\(action)", body)
    guard let token = response.json?["access_token"]?.stringValue else {
      throw .malformed("\(action) of \(username): \(response.status) \(response.text)")
    }
    return with(token: token)
  }
}
