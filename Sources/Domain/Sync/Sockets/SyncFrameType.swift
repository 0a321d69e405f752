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
              .array("supported_data_types", of: SyncSchemas.type, "All kinds of items."),
              .count("max_batch_size", "The maximum number of items of one uploaded batch."),
              .count("timeout_seconds", "In seconds."),
            ]),
        ],
        [
          "sync_id": "s-1", "server_time": SyncSchemas.moment, "data_types": ["session"],
          "session_info": ["supported_data_types": ["session"], "max_batch_size": 100, "timeout_seconds": 300],
        ])
    case .progress:
      frame(
        "A pull advanced (`started`, `running`, `completed`), or an uploaded batch was stored (`batch_stored`).",
        [
          Self.syncID, .string("status", oneOf: ["started", "running", "completed", "batch_stored"], "The event."),
          .init("progress", SyncSchemas.progress, "The numbers of items."), SyncSchemas.token.optional,
          .string("idempotency_key", "The key of the batch.").optional,
          FieldDeclaration(
            "batch_results", .map(of: SyncSchemas.result),
            "The outcome of a batch by kind of items; `unknown` for items without one."
          ).optional,
        ],
        [
          "sync_id": "s-1", "status": "running",
          "progress": SyncFrames.progress(synced: 200, failed: 0, total: 250),
          "next_sync_token": SyncSchemas.exampleToken,
        ])
    case .serverData:
      page(
        "A page of changes: an array for each kind of items, and `deleted`.",
        [
          .init("data", .map(of: .array(of: .map)), "Items by kind; `deleted` has those that were deleted."),
          Self.syncID.optional,
        ],
        ["data": ["sessions": [["session_id": "x", "item_id": "x"]], "deleted": []], "sync_id": "s-1"])
    case .domainData:
      page(
        "A page of changes of one kind.",
        [.array("data", of: .map, "The items."), .string("domain", "The kind, as it was requested.")],
        ["data": [["session_id": "x", "item_id": "x"]], "domain": "session"])
    case .push:
      frame(
        "Changes of other devices are available.",
        [
          Self.types,
          .object(
            "notification", "The same for clients that show it.",
            [
              .string("type", oneOf: ["sync_available"], "The event."), Self.types,
              .count("latest_change_id", "The newest change."), .string("message", "A sentence for people."),
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
              .string("status", oneOf: ["resolved"], "The event."),
              .string("strategy_applied", oneOf: ConflictResolution.allCases.map(\.rawValue), "The strategy."),
              .timestamp,
            ]),
        ],
        [
          "conflict_id": "k-1", "resolution_strategy": "merge",
          "result": ["status": "resolved", "strategy_applied": "merge", "timestamp": SyncSchemas.moment],
        ])
    case .subscribed:
      frame(
        "The answer to `subscribe_events`.", [.array("subscribed_events", of: .string, "The names that are known.")],
        ["subscribed_events": ["push_notification"]])
    case .heartbeat:
      frame(
        "The answer to `heartbeat`.", [Self.serverTime, .any("client_time", "Repeated from the request.").nullable],
        ["server_time": SyncSchemas.moment, "client_time": SyncSchemas.moment])
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
        .string("user_id", "The account."), .init("device_id", DeviceID.schema, "The device."), Self.serverTime,
        .object("features", "Always true.", features.map { .boolean($0, "Always true.") }),
      ],
      [
        "user_id": "u-1", "device_id": "phone", "server_time": SyncSchemas.moment,
        "features": .object(Dictionary(uniqueKeysWithValues: features.map { ($0, true) })),
      ])
  }

  private var conflictDeclaration: MessageDeclaration {
    frame(
      "A version of this device was replaced by a change that did not know it.",
      [
        Self.conflictID, .init("domain", SyncSchemas.type, "The kind of the item."),
        .init("data_type", SyncSchemas.type, "The same kind."), .init("item_id", SyncSchemas.itemID, "The item."),
        .count("winning_change_id", "The change that replaced the version."),
        .string("winning_device_id", "Its device.").nullable,
        .string("losing_device_id", "The device of the replaced version.").nullable,
        FieldDeclaration("your_version", .map, "The replaced version; null if it was a deletion.").nullable,
        .boolean("your_version_was_deleted", "Whether the version was a deletion."),
        .string("resolution", oneOf: ["last_writer_wins"], "The rule."), .string("message", "A sentence for people."),
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
        .string("request_id", "The request, or the session."), SyncSchemas.serverTimestamp,
      ] + SyncSchemas.pageMembers + fields,
      example.merging([
        "request_id": "s-1", "server_timestamp": SyncSchemas.moment, "next_sync_token": SyncSchemas.exampleToken,
        "has_more": false, "count": 1,
      ]) { $1 })
  }

  private func frame(
    _ summary: String, _ fields: [FieldDeclaration] = [], _ example: [String: JSONValue] = [:]
  ) -> MessageDeclaration {
    .sent(
      rawValue, summary, fields + [.timestamp],
      example: .object(example.merging(["timestamp": SyncSchemas.moment]) { $1 }))
  }

  private static let syncID = FieldDeclaration.string("sync_id", "The session of `start_sync` or of the batch.")
  private static let conflictID = FieldDeclaration.string("conflict_id", "The conflict.")
  private static let serverTime = FieldDeclaration.time("server_time", "UTC, whole seconds.")
  private static let types = FieldDeclaration.array("data_types", of: SyncSchemas.type, "Kinds of items.")
}
