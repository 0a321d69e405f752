import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime
import Storage

/// One device that is connected: hears its uploads and questions, streams what it pulls, tells it of news.
///
/// A pull is sent page by page; the next one is read when the kernel has taken the one before, so that a slow reader costs
/// one page of memory. Between pages the device is heard.
final class SyncPart<Session: SocketSession>: MessageHandler {
  typealias Voice = FrameSender<SyncDialect, Session>

  let voice: Voice
  let sync: SyncService
  let userID: String
  let deviceID: String
  private let limits: SyncLimits
  /// In the order in which they were asked for.
  private var downloads: [Download] = []
  /// The newest change that the device was told is there, or made itself.
  private var known: Int64 = 0
  /// What it wants to hear of.
  private var subscription = Subscription()
  /// Messages beyond the limit of a minute.
  private var strikes = 0

  private static var maxDownloads: Int { 4 }
  private static var maxStrikes: Int { 3 }

  init(_ voice: Voice, sync: SyncService, limits: SyncLimits, userID: String, deviceID: String) {
    self.voice = voice
    self.sync = sync
    self.limits = limits
    self.userID = userID
    self.deviceID = deviceID
  }

  var maxBytes: Int { sync.configuration.maxMessageBytes }
  var now: Timestamp { sync.environment.now() }

  /// Before the greeting: of what comes behind it the device hears.
  func prepare() async throws {
    known = try await sync.news(for: deviceID, after: nil, userID: userID).head
  }

  func begin() async throws {
    var news = try await sync.news(for: deviceID, after: nil, userID: userID)
    if news.head != known {
      let earlier = news.conflicts
      news = try await sync.news(for: deviceID, after: known, userID: userID)
      news.conflicts = earlier + news.conflicts.filter { new in !earlier.contains { $0.id == new.id } }
    }
    try await tell(news)
  }

  func ended() {}

  /// Storage is what it depends on (wire contract §10).
  func failed(_ error: any Error) async -> Bool {
    guard error is StorageError else { return false }
    await voice.leave(
      Voice.CloseReason(
        close: 4503, code: "DATABASE_ERROR", error: "Storage failed",
        details: "The server cannot use its storage. Please connect again later."))
    return true
  }

  // MARK: - What it hears

  func heard(_ message: JSONValue, type: String) async throws -> SocketReply {
    guard limits.admits(type, userID: userID, deviceID: deviceID, at: now) else {
      strikes += 1
      guard strikes >= Self.maxStrikes else {
        return .error(code: "RATE_LIMIT_EXCEEDED", "Too many messages within a minute. Please wait.")
      }
      await voice.leave(
        Voice.CloseReason(
          close: 4429, code: "RATE_LIMIT_EXCEEDED", error: "Too many messages",
          details: "Too many messages within a minute, three times over."))
      return .nothing
    }
    do {
      let message = SyncMessage(message, type: type)
      try message.check()
      return try await answer(message)
    } catch let refusal as Batch.Refusal {
      return .error(code: refusal.code, refusal.message)
    } catch let error as StorageError {
      voice.log("a message could not be answered", error)
      return .error(code: "DATABASE_ERROR", "The server could not store or read it. Please send it again.")
    } catch {
      voice.log("a message could not be answered", error)
      return .error(code: "INTEGRATION_ERROR", "A part of the server failed. Nothing was kept; please send it again.")
    }
  }

  private func answer(_ message: SyncMessage) async throws -> SocketReply {
    if ["sync_data", "resolve_conflict", "conflict_resolution"].contains(message.type),
      let limit = sync.writes?.take(userID: userID), limit.isExceeded
    {
      return .error(code: "RATE_LIMIT_EXCEEDED", limit.problem.message)
    }
    switch message.type {
    case "start_sync": return try await start(message)
    case "sync_data": return try await upload(message)
    case "request_server_data", "server_data_request": return try request(message)
    case "resolve_conflict", "conflict_resolution": return try await resolve(message)
    case "subscribe_events": return try subscribe(message)
    case "heartbeat": return .frame(heartbeat(message))
    case "device_status", "sync_complete", "pong", "heartbeat_ack": return .nothing
    default:
      return .error(code: "UNKNOWN_MESSAGE_TYPE", "This type of message is not known.")
    }
  }

  private func start(_ message: SyncMessage) async throws -> SocketReply {
    if message.has("sync_id"), message.text("sync_id") == nil {
      throw Batch.Refusal(code: "INVALID_SYNC_PARAMS", message: "sync_id must be text of 1 to 255 characters.")
    }
    let types = message.types
    guard !types.isEmpty else {
      throw Batch.Refusal(
        code: "INVALID_SYNC_PARAMS",
        message: "None of these kinds of data is known; there are "
          + DataType.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    let pull = Pull(types, since: try message.cursor(code: "INVALID_SYNC_PARAMS"))
    let syncID = message.text("sync_id") ?? sync.environment.newID()
    try admitDownload(syncID)
    let total = try await sync.count(pull, userID: userID)
    await voice.say(SyncFrames.sessionStarted(syncID, types: types, configuration: sync.configuration, at: now))
    await voice.say(SyncFrames.syncProgress(syncID, synced: 0, total: total, status: "started", at: now))
    begin(Download(pull, form: .session, id: syncID, total: total))
    return .nothing
  }

  private func request(_ message: SyncMessage) throws -> SocketReply {
    let types = message.types
    guard !types.isEmpty else {
      throw Batch.Refusal(code: "INVALID_REQUEST", message: "request_type must be all or a kind of data.")
    }
    let pull = Pull(types, since: try message.cursor(code: "INVALID_REQUEST"))
    let id = message.text("request_id") ?? sync.environment.newID()
    var download = Download(
      pull, form: message.type == "server_data_request" ? .domain(message.text("domain") ?? "all") : .response, id: id,
      total: 0)
    if message.has("limit") {
      guard let limit = message.fields["limit"]?.integerValue, (1...1000).contains(limit) else {
        throw Batch.Refusal(code: "INVALID_REQUEST", message: "limit must be a number from 1 to 1000.")
      }
      download.left = Int(limit)
    }
    try admitDownload(id)
    begin(download)
    return .nothing
  }

  private func upload(_ message: SyncMessage) async throws -> SocketReply {
    let syncID = message.text("sync_id")
    let key = message.text("idempotency_key")
    guard syncID != nil || key != nil else {
      throw Batch.Refusal(code: "MISSING_SYNC_ID", message: "sync_id or idempotency_key is missing.")
    }
    let domain = message.text("domain", "data_type")
    let type = domain.flatMap(DataType.init(name:))
    if domain != nil, type == nil {
      throw Batch.Refusal(code: "INVALID_DATA", message: "This domain is not known.")
    }
    let batch = try Batch(
      message.fields["data"] ?? message.payload, domain: type, key: key, syncID: syncID,
      configuration: sync.configuration)
    var frame = try await sync.take(batch, userID: userID, device: deviceID)
    frame["type"] = "sync_progress"
    frame["status"] = "batch_stored"
    frame["sync_id"] = .string(syncID ?? key ?? "")
    if let key { frame["idempotency_key"] = .string(key) }
    frame["timestamp"] = .string(now.rfc3339)
    return .frame(.object(frame))
  }

  private func resolve(_ message: SyncMessage) async throws -> SocketReply {
    let strategy = message.text("resolution_strategy", "strategy") ?? ""
    guard let id = message.text("conflict_id"), let resolution = ConflictResolution(name: strategy) else {
      throw Batch.Refusal(
        code: "INVALID_CONFLICT_DATA",
        message: "conflict_id and resolution_strategy (client_wins, server_wins, merge, manual) are needed.")
    }
    let data = message.fields["resolved_data"] ?? message.fields["data"]
    try await sync.resolve(
      id: id, as: resolution, data: data.flatMap { $0.isNull ? nil : $0 }, userID: userID, device: deviceID)
    let moment = JSONValue.string(now.rfc3339)
    return .frame([
      "type": "conflict_resolved", "conflict_id": .string(id), "resolution_strategy": .string(strategy),
      "result": [
        "status": "resolved", "strategy_applied": .string(resolution.rawValue), "timestamp": moment,
      ], "timestamp": moment,
    ])
  }

  private func subscribe(_ message: SyncMessage) throws -> SocketReply {
    let names = message.fields["event_types"]?.arrayValue?.compactMap(\.stringValue) ?? []
    guard let wanted = Subscription(names.prefix(50)) else {
      throw Batch.Refusal(
        code: "INVALID_SUBSCRIPTION",
        message: "event_types must name " + Subscription.names.joined(separator: ", ") + " or kinds of data.")
    }
    subscription = wanted
    return .frame([
      "type": "subscription_confirmed", "subscribed_events": .array(wanted.confirmed.map(JSONValue.string)),
      "timestamp": .string(now.rfc3339),
    ])
  }

  private func heartbeat(_ message: SyncMessage) -> JSONValue {
    let moment = JSONValue.string(now.rfc3339)
    return [
      "type": "heartbeat_ack", "timestamp": moment, "server_time": moment,
      "client_time": message.fields["client_time"] ?? message.fields["timestamp"] ?? nil,
    ]
  }

  // MARK: - What it pulls

  private func admitDownload(_ id: String) throws(Batch.Refusal) {
    // The same again: the client did not get the first, or does not want it any more.
    downloads.removeAll { $0.id == id }
    guard downloads.count < Self.maxDownloads else {
      throw Batch.Refusal(
        code: "INVALID_SYNC_SESSION", message: "\(Self.maxDownloads) pulls are running already. Let one end first.")
    }
  }

  private func begin(_ download: Download) {
    downloads.append(download)
    voice.session.wake()
  }

  func woken() async throws {
    do {
      try await tell(try await sync.news(for: deviceID, after: known, userID: userID))
      try await sendPage()
    } catch let error as StorageError where error.isTransient && !downloads.isEmpty {
      voice.log("a pull broke off", error)
      downloads.removeFirst()
      await voice.complain("DATABASE_ERROR", "Storage failed", details: "The pull broke off. Please ask for it again.")
      if !downloads.isEmpty { voice.session.wake() }
    }
  }

  /// Sends one page of the first pull, once what was sent before is taken.
  private func sendPage() async throws {
    guard !downloads.isEmpty, await voice.session.drained() else { return }
    let download = downloads[0]
    let (sent, frames) = try await download.next(sync, userID: userID)
    for frame in frames { await voice.say(frame) }
    if sent.isOver { downloads.removeFirst() } else { downloads[0] = sent }
    if !downloads.isEmpty { voice.session.wake() }
  }

  // MARK: - What it is told

  private func tell(_ news: SyncService.News) async throws {
    known = news.head
    let types = news.types.intersection(subscription.types)
    if subscription.hears(.push), !types.isEmpty {
      await voice.say(SyncFrames.pushNotification(types, head: news.head, at: now))
    }
    guard subscription.hears(.conflict), !news.conflicts.isEmpty else { return }
    for conflict in news.conflicts { await voice.say(SyncFrames.conflict(conflict, at: now)) }
    // Who did not take it is told again at the next connection.
    if await voice.session.drained() { try await sync.told(news.conflicts, userID: userID) }
  }
}
