import JSONCodec
import TestSupport
import Testing

/// A socket of mobile sync. The documented clients must be able to read each frame. Blocking.
struct SyncClient {
  let socket: WebSocketTestClient

  /// Opens a socket and reads its welcome.
  init(
    _ port: UInt16, token: String, device: String = "phone", slash: Bool = true, limit: Duration = .seconds(20)
  ) throws {
    socket = try Self.open(port, "token=\(token)&device_id=\(device)", slash: slash, limit: limit)
    let welcome = try next()
    #expect(welcome["type"] == "connection_established" && welcome["device_id"] == .string(device))
  }

  /// Opens a socket without reading anything.
  static func open(
    _ port: UInt16, _ query: String, slash: Bool = true, limit: Duration = .seconds(20)
  ) throws -> WebSocketTestClient {
    try WebSocketTestClient.connect(port: port, "/ws/mobile/sync\(slash ? "/" : "")?\(query)", limit: limit)
  }

  func next() throws -> JSONValue {
    let frame = try socket.receiveJSON()
    try SyncClients.read(frame)
    return frame
  }

  /// The next frame of a type; frames before it are skipped.
  func next(_ type: String) throws -> JSONValue {
    while true {
      let frame = try next()
      if frame["type"] == .string(type) { return frame }
    }
  }

  /// Whether no frame arrives before the answer to a ping, which follows all frames that a connection begins with.
  func isQuiet() throws -> Bool {
    try send(["type": "ping"])
    return try next()["type"] == "pong"
  }

  func send(_ message: JSONValue) throws { try socket.send(json: message) }

  func ask(_ message: JSONValue, for type: String) throws -> JSONValue {
    try send(message)
    return try next(type)
  }

  /// Uploads a batch and reads its answer.
  @discardableResult
  func upload(_ data: JSONValue, key: String) throws -> JSONValue {
    try send(["type": "sync_data", "idempotency_key": .string(key), "data": data])
    while true {
      let frame = try next("sync_progress")
      if frame["idempotency_key"] == .string(key) { return frame }
    }
  }

  /// All changes after a token.
  func pull(since token: String? = nil, types: JSONValue = nil) throws -> (changes: [JSONValue], token: String) {
    var message: JSONValue = ["type": "start_sync", "sync_id": "pull", "data_types": types]
    if let token { message = message.merging(["since": .string(token)]) }
    try send(message)
    var changes: [JSONValue] = []
    while true {
      let frame = try next()
      if frame["type"] == "server_data_response" { changes += Self.changes(frame) }
      guard frame["type"] == "sync_progress", frame["status"] == "completed", frame["sync_id"] == "pull" else {
        continue
      }
      #expect(frame["progress"]?["synced_items"] == .integer(Int64(changes.count)))
      return (changes, frame["next_sync_token"]?.stringValue ?? "")
    }
  }

  /// The items of a page, in the order of their changes.
  static func changes(_ frame: JSONValue) -> [JSONValue] {
    (frame["data"]?.objectValue ?? [:]).values.flatMap { $0.arrayValue ?? [] }
      .sorted { ($0["change_id"]?.integerValue ?? 0) < ($1["change_id"]?.integerValue ?? 0) }
  }
}
