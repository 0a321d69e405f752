import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime
import Storage

/// The handler of one connected device: answers its requests, streams its pulls, sends notifications of changes.
///
/// A pull is sent page by page. The next page is read when the kernel has taken the one before, so that a slow reader costs
/// one page of memory. Messages of the device are handled between pages.
final class SyncHandler: MessageHandler {
  private let session: SocketSession
  private let sync: SyncService
  private let userID: String
  private let deviceID: String
  private let limits: SyncLimits
  /// In the order of their requests.
  private var downloads: [Download] = []
  /// The newest change of which the device was notified, or that it made itself.
  private var notified: Int64 = 0
  private var subscription = ChangeSubscription()
  /// Messages above the limit of a minute.
  private var strikes = 0

  private static let maxDownloads = 4
  private static let maxStrikes = 3

  init(_ session: SocketSession, sync: SyncService, limits: SyncLimits, userID: String, deviceID: String) {
    self.session = session
    self.sync = sync
    self.limits = limits
    self.userID = userID
    self.deviceID = deviceID
  }

  private var now: Timestamp { sync.environment.now() }

  /// The position is read before the welcome frame: the device is notified of every later change.
  func opened() async throws {
    notified = try await sync.unseenChanges(for: deviceID, after: nil, userID: userID).head
    await session.send(SyncFrames.welcome(userID: userID, deviceID: deviceID, at: now))
  }

  func start() async throws {
    var changes = try await sync.unseenChanges(for: deviceID, after: nil, userID: userID)
    if changes.head != notified {
      let earlier = changes.conflicts
      changes = try await sync.unseenChanges(for: deviceID, after: notified, userID: userID)
      changes.conflicts = earlier + changes.conflicts.filter { new in !earlier.contains { $0.id == new.id } }
    }
    try await notify(changes)
  }

  func failed(_ error: any Error) async -> Bool {
    guard error is StorageError else { return false }
    await session.close(.storageFailed)
    return true
  }

  // MARK: - Requests

  func handle(_ message: JSONValue, type: String) async throws -> MessageReply {
    guard sync.environment.areLimitsRelaxed || limits.admits(type, userID: userID, deviceID: deviceID, at: now) else {
      strikes += 1
      let setting = SyncLimits.setting(of: type)
      guard strikes >= Self.maxStrikes else {
        return .error(code: "RATE_LIMIT_EXCEEDED", "Too many messages within a minute. Setting: \(setting).")
      }
      await session.close(.tooManyMessages(setting: setting))
      return .nothing
    }
    do {
      let request = SyncRequest(message, type: type)
      try request.check()
      return try await answer(request)
    } catch let refusal as Batch.Refusal {
      return .error(code: refusal.code, refusal.message)
    } catch let error as StorageError {
      session.log("sync request failed", error)
      return .error(code: "DATABASE_ERROR", "The request could not be stored or read. Send it again.")
    } catch {
      session.log("sync request failed", error)
      return .error(code: "INTEGRATION_ERROR", "A part of the server failed. Nothing was stored. Send it again.")
    }
  }

  private func answer(_ request: SyncRequest) async throws -> MessageReply {
    let type = SyncRequestType.byName[request.type]
    if type?.isWrite == true, let limit = sync.writes?.take(userID: userID), limit.isExceeded {
      return .error(code: "RATE_LIMIT_EXCEEDED", limit.problem.message)
    }
    switch type {
    case .startSync: return try await startPull(request)
    case .upload: return try await upload(request)
    case .requestData, .requestDomain: return try pull(request)
    case .resolve: return try await resolve(request)
    case .subscribe: return try subscribe(request)
    case .heartbeat: return .frame(heartbeat(request))
    case .deviceStatus, .syncComplete, .pong, .heartbeatAck: return .nothing
    case nil: return .error(code: "UNKNOWN_MESSAGE_TYPE", "Unknown message type.")
    }
  }

  private func startPull(_ message: SyncRequest) async throws -> MessageReply {
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
    await session.send(SyncFrames.sessionStarted(syncID, types: types, configuration: sync.configuration, at: now))
    await session.send(SyncFrames.syncProgress(syncID, synced: 0, total: total, status: "started", at: now))
    begin(Download(pull, form: .session, id: syncID, total: total))
    return .nothing
  }

  private func pull(_ message: SyncRequest) throws -> MessageReply {
    let types = message.types
    guard !types.isEmpty else {
      throw Batch.Refusal(code: "INVALID_REQUEST", message: "request_type must be all or a kind of data.")
    }
    let pull = Pull(types, since: try message.cursor(code: "INVALID_REQUEST"))
    let id = message.text("request_id") ?? sync.environment.newID()
    var download = Download(
      pull,
      form: SyncRequestType.byName[message.type] == .requestDomain
        ? .domain(message.text("domain") ?? "all") : .response, id: id,
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

  private func upload(_ message: SyncRequest) async throws -> MessageReply {
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
    frame["type"] = .string(SyncFrameType.progress.rawValue)
    frame["status"] = "batch_stored"
    frame["sync_id"] = .string(syncID ?? key ?? "")
    if let key { frame["idempotency_key"] = .string(key) }
    frame["timestamp"] = .string(now.rfc3339)
    return .frame(.object(frame))
  }

  private func resolve(_ message: SyncRequest) async throws -> MessageReply {
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
      "type": .string(SyncFrameType.resolved.rawValue), "conflict_id": .string(id),
      "resolution_strategy": .string(strategy),
      "result": [
        "status": "resolved", "strategy_applied": .string(resolution.rawValue), "timestamp": moment,
      ], "timestamp": moment,
    ])
  }

  private func subscribe(_ message: SyncRequest) throws -> MessageReply {
    let names = message.fields["event_types"]?.arrayValue?.compactMap(\.stringValue) ?? []
    guard let selected = ChangeSubscription(names.prefix(50)) else {
      throw Batch.Refusal(
        code: "INVALID_SUBSCRIPTION",
        message: "event_types must name " + ChangeSubscription.names.joined(separator: ", ") + " or kinds of data.")
    }
    subscription = selected
    return .frame([
      "type": .string(SyncFrameType.subscribed.rawValue),
      "subscribed_events": .array(selected.confirmed.map(JSONValue.string)),
      "timestamp": .string(now.rfc3339),
    ])
  }

  private func heartbeat(_ message: SyncRequest) -> JSONValue {
    let moment = JSONValue.string(now.rfc3339)
    return [
      "type": .string(SyncFrameType.heartbeat.rawValue), "timestamp": moment, "server_time": moment,
      "client_time": message.fields["client_time"] ?? message.fields["timestamp"] ?? nil,
    ]
  }

  // MARK: - Pulls

  private func admitDownload(_ id: String) throws(Batch.Refusal) {
    // A repeated request replaces the first, whose answer the client lost or no longer needs.
    downloads.removeAll { $0.id == id }
    guard downloads.count < Self.maxDownloads else {
      throw Batch.Refusal(
        code: "INVALID_SYNC_SESSION", message: "\(Self.maxDownloads) pulls are running already. Let one end first.")
    }
  }

  private func begin(_ download: Download) {
    downloads.append(download)
    session.wake()
  }

  func woken() async throws {
    do {
      try await notify(try await sync.unseenChanges(for: deviceID, after: notified, userID: userID))
      try await sendPage()
    } catch let error as StorageError where error.isTransient && !downloads.isEmpty {
      session.log("pull failed", error)
      downloads.removeFirst()
      await session.sendError("DATABASE_ERROR", "Storage failed", details: "The pull was cancelled. Request it again.")
      if !downloads.isEmpty { session.wake() }
    }
  }

  /// Sends one page of the first pull, when the kernel has taken everything before.
  private func sendPage() async throws {
    guard !downloads.isEmpty, await session.drained() else { return }
    let download = downloads[0]
    let (sent, frames) = try await download.next(sync, userID: userID)
    for frame in frames { await session.send(frame) }
    if sent.isOver { downloads.removeFirst() } else { downloads[0] = sent }
    if !downloads.isEmpty { session.wake() }
  }

  // MARK: - Notifications

  private func notify(_ changes: SyncService.UnseenChanges) async throws {
    notified = changes.head
    let types = changes.types.intersection(subscription.types)
    if subscription.includes(.push), !types.isEmpty {
      await session.send(SyncFrames.pushNotification(types, head: changes.head, at: now))
    }
    guard subscription.includes(.conflict), !changes.conflicts.isEmpty else { return }
    for conflict in changes.conflicts { await session.send(SyncFrames.conflict(conflict, at: now)) }
    // Otherwise they are sent again to the next connection.
    if await session.drained() { try await sync.markSeen(changes.conflicts, userID: userID) }
  }
}
