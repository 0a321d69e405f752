import API
import JSONCodec
import Realtime

/// The types of the frames that `/ws/mobile/sync` sends.
enum SyncFrameType: String, DeclaredMessageType {
  case connected = "connection_established"
  case sessionStarted = "sync_session_started"
  case progress = "sync_progress"
  case serverData = "server_data_response"
  case domainData = "server_data"
  case push = "push_notification"
  case conflict = "conflict_notification"
  case resolved = "conflict_resolved"
  case subscribed = "subscription_confirmed"
  case heartbeat = "heartbeat_ack"
  case pong, authenticated, error

  var declaration: MessageDeclaration {
    switch self {
    case .connected: connectedDeclaration
    case .sessionStarted:
      frame(
        "A pull of `start_sync` starts.",
        [
          Self.syncID, Self.serverTime, Self.types,
          .object(
            "session_info", "Limits of the session.",
            [
              .array("supported_data_types", of: .string, "All kinds of items."),
              .integer("max_batch_size", "Items of one uploaded batch."), .integer("timeout_seconds", "Seconds."),
            ]),
        ],
        [
          "sync_id": "s-1", "server_time": Self.moment, "data_types": ["session"],
          "session_info": ["supported_data_types": ["session"], "max_batch_size": 100, "timeout_seconds": 300],
        ])
    case .progress:
      frame(
        "A pull advanced (`started`, `running`, `completed`), or an uploaded batch was stored (`batch_stored`).",
        [
          Self.syncID, .string("status", "The status."),
          .object(
            "progress", "Numbers of items.",
            [
              .integer("synced_items", "Stored or sent."), .integer("failed_items", "Refused."),
              .integer("total_items", "All."),
            ]),
          Self.token.optional, .string("idempotency_key", "The key of the batch.").optional,
          FieldDeclaration.map("batch_results", "The outcome of each item, by kind.").optional,
        ],
        [
          "sync_id": "s-1", "status": "running",
          "progress": ["synced_items": 200, "failed_items": 0, "total_items": 250], "next_sync_token": "42",
        ])
    case .serverData:
      page(
        "A page of changes: an array for each kind of items, and `deleted`.",
        [.map("data", "Items by kind."), Self.syncID.optional],
        ["data": ["sessions": [["session_id": "x", "item_id": "x"]], "deleted": []], "sync_id": "s-1"])
    case .domainData:
      page(
        "A page of changes of one kind.",
        [.array("data", of: .map, "Items."), .string("domain", "The kind, as it was requested.")],
        ["data": [["session_id": "x", "item_id": "x"]], "domain": "session"])
    case .push:
      frame(
        "Changes of other devices are available.",
        [
          Self.types,
          .object(
            "notification", "The same for clients that show it.",
            [
              .string("type", "Always `sync_available`."), Self.types,
              .integer("latest_change_id", "The newest change."), .string("message", "A sentence for people."),
            ]),
        ],
        [
          "data_types": ["session"],
          "notification": [
            "type": "sync_available", "data_types": ["session"], "latest_change_id": 43,
            "message": "There is something to sync.",
          ],
        ])
    case .conflict: conflictDeclaration
    case .resolved:
      frame(
        "A conflict is resolved.",
        [
          Self.conflictID, .string("resolution_strategy", "The strategy, as it was sent."),
          .object(
            "result", "The effect.",
            [
              .string("status", "Always `resolved`."), .string("strategy_applied", "The strategy."), .timestamp,
            ]),
        ],
        [
          "conflict_id": "k-1", "resolution_strategy": "merge",
          "result": ["status": "resolved", "strategy_applied": "merge", "timestamp": Self.moment],
        ])
    case .subscribed:
      frame(
        "The answer to `subscribe_events`.", [.array("subscribed_events", of: .string, "The names that are known.")],
        ["subscribed_events": ["push_notification"]])
    case .heartbeat:
      frame(
        "The answer to `heartbeat`.", [Self.serverTime, .any("client_time", "Repeated from the request.").nullable],
        ["server_time": Self.moment, "client_time": Self.moment])
    case .pong: frame("The answer to `ping`.")
    case .authenticated: MessageDeclaration.authenticated
    case .error:
      frame(
        "A message was refused, or the connection is about to be closed.",
        [
          .string("error_code", "The code."), .string("code", "The same code."),
          .string("message", "A sentence for people."), .string("error", "A short phrase."),
          .boolean("retryable", "Whether the same request may succeed later."),
        ],
        [
          "error_code": "UNKNOWN_MESSAGE_TYPE", "code": "UNKNOWN_MESSAGE_TYPE", "message": "Unknown message type.",
          "error": "Unknown message type.", "retryable": false,
        ])
    }
  }

  private var connectedDeclaration: MessageDeclaration {
    let features = ["real_time_sync", "push_notifications", "bi_directional_sync", "conflict_resolution"]
    return frame(
      "The first frame of a connection.",
      [
        .string("user_id", "The account."), .string("device_id", "The device."), Self.serverTime,
        .object("features", "Always true.", features.map { .boolean($0, "Always true.") }),
      ],
      [
        "user_id": "u-1", "device_id": "phone", "server_time": Self.moment,
        "features": .object(Dictionary(uniqueKeysWithValues: features.map { ($0, true) })),
      ])
  }

  private var conflictDeclaration: MessageDeclaration {
    frame(
      "A version of this device was replaced by a change that did not know it.",
      [
        Self.conflictID, .string("domain", "The kind of the item."), .string("data_type", "The same kind."),
        .string("item_id", "The item."), .integer("winning_change_id", "The change that replaced the version."),
        .string("winning_device_id", "Its device.").nullable,
        .string("losing_device_id", "The device of the replaced version.").nullable,
        .any("your_version", "The replaced version.").nullable,
        .boolean("your_version_was_deleted", "Whether the version was a deletion."),
        .string("resolution", "Always `last_writer_wins`."), .string("message", "A sentence for people."),
      ],
      [
        "conflict_id": "k-1", "domain": "session", "data_type": "session", "item_id": "x", "winning_change_id": 44,
        "winning_device_id": "tablet", "losing_device_id": "phone", "your_version": ["status": "done"],
        "your_version_was_deleted": false, "resolution": "last_writer_wins",
        "message": "Another device changed this item without having seen your version, and its change came last.",
      ])
  }

  private func page(
    _ summary: String, _ fields: [FieldDeclaration], _ example: [String: JSONValue]
  ) -> MessageDeclaration {
    frame(
      summary,
      [
        .string("request_id", "The request, or the session."), .string("server_timestamp", "RFC 3339."), Self.token,
        .boolean("has_more", "Whether more pages follow."), .integer("count", "Items of the page."),
        FieldDeclaration.boolean("full_resync", "True: discard local items that are not sent again.").optional,
      ] + fields,
      example.merging([
        "request_id": "s-1", "server_timestamp": Self.moment, "next_sync_token": "42", "has_more": false, "count": 1,
      ]) { $1 })
  }

  private func frame(
    _ summary: String, _ fields: [FieldDeclaration] = [], _ example: [String: JSONValue] = [:]
  ) -> MessageDeclaration {
    .sent(
      rawValue, summary, fields + [.timestamp],
      example: .object(example.merging(["timestamp": Self.moment]) { $1 }))
  }

  private static let moment: JSONValue = "2026-01-15T12:00:00Z"
  private static let syncID = FieldDeclaration.string("sync_id", "The session of `start_sync` or of the batch.")
  private static let conflictID = FieldDeclaration.string("conflict_id", "The conflict.")
  private static let serverTime = FieldDeclaration.string("server_time", "RFC 3339.")
  private static let types = FieldDeclaration.array("data_types", of: .string, "Kinds of items.")
  private static let token = FieldDeclaration.string("next_sync_token", "Continues after this page as `since`.")
}

/// The messages that devices may send.
enum SyncRequestType: String, DeclaredMessageType {
  case startSync = "start_sync"
  case upload = "sync_data"
  case requestData = "request_server_data"
  case requestDomain = "server_data_request"
  case resolve = "resolve_conflict"
  case subscribe = "subscribe_events"
  case heartbeat
  case deviceStatus = "device_status"
  case syncComplete = "sync_complete"
  case pong
  case heartbeatAck = "heartbeat_ack"

  /// By type name, aliases included.
  static let byName: [String: SyncRequestType] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { type in
      (type.declaration.aliases + [type.rawValue]).map { ($0, type) }
    })

  /// Whether the message changes stored data, which the limit on writes counts.
  var isWrite: Bool { self == .upload || self == .resolve }

  /// The members of a message may also stand under `payload`.
  var declaration: MessageDeclaration {
    switch self {
    case .startSync:
      .received(
        rawValue, "Starts a pull that is sent page by page.",
        [.string("sync_id", "The client's id of the session.").optional, Self.types, Self.since, Self.full],
        example: ["sync_id": "s-1", "data_types": ["session"], "since": "42"])
    case .upload:
      .received(
        rawValue, "Uploads a batch. It is stored once, in one transaction.",
        [
          .string("sync_id", "Identifies the batch together with its content.").optional,
          .string("idempotency_key", "Identifies the batch.").optional,
          .string("domain", "The kind of items that do not name theirs.").optional,
          FieldDeclaration.any("data", "An object with an array for each kind of items, or an array.").optional,
        ],
        example: [
          "idempotency_key": "b-1", "data": ["sessions": [["session_id": "x", "status": "done"]]],
        ])
    case .requestData: request("Asks for changes, answered by `server_data_response`.")
    case .requestDomain: request("Asks for changes of one kind, answered by `server_data`.")
    case .resolve:
      .received(
        rawValue, aliases: ["conflict_resolution"], "Resolves a conflict.",
        [
          .string("conflict_id", "The conflict."),
          .string("resolution_strategy", "client_wins, server_wins, merge or manual."),
          FieldDeclaration.map("resolved_data", "The content, for merge and manual.").optional,
        ],
        example: ["conflict_id": "k-1", "resolution_strategy": "merge", "resolved_data": ["status": "done"]])
    case .subscribe:
      .received(
        rawValue, "Selects the notifications and kinds of items that the device receives.",
        [.array("event_types", of: .string, "push_notification, conflict_notification, kinds of items, all.")],
        example: ["event_types": ["push_notification", "session"]])
    case .heartbeat:
      .received(
        rawValue, "Keeps the connection alive.", [.any("client_time", "Repeated in the answer.").optional],
        example: ["client_time": "2026-01-15T12:00:00Z"])
    case .deviceStatus, .syncComplete, .pong, .heartbeatAck: .received(rawValue, "Ignored.")
    }
  }

  private func request(_ summary: String) -> MessageDeclaration {
    .received(
      rawValue, summary,
      [
        .string("request_id", "Repeated in the answer.").optional, Self.types, Self.since, Self.full,
        .integer("limit", "1 to 1000 items; all if absent.").optional,
      ],
      example: ["request_id": "r-1", "data_types": ["session"], "limit": 100])
  }

  private static let types = FieldDeclaration.any("data_types", "Kinds of items; all if absent.").optional
  private static let since = FieldDeclaration.string("since", "The `next_sync_token` of an earlier page.").optional
  private static let full = FieldDeclaration.boolean("full_sync", "Ignores `since`.").optional
}
