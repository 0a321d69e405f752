import API
import JSONCodec
import Realtime

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
        [
          .init("sync_id", Self.id, "The client's id of the session.").optionalOrNull, Self.types, Self.since,
          Self.full,
        ],
        example: ["sync_id": "s-1", "data_types": ["session"], "since": "42"])
    case .upload:
      .received(
        rawValue, "Uploads a batch. It is stored once, in one transaction.",
        [
          FieldDeclaration("sync_id", Self.id, "Identifies the batch together with its content, if there is no key.")
            .optionalOrNull, FieldDeclaration("idempotency_key", Self.id, "Identifies the batch.").optionalOrNull,
          FieldDeclaration("domain", SyncSchemas.typeName, "The kind of items that do not state theirs.")
            .or("data_type").optionalOrNull,
          .init("data", SyncSchemas.batch(maxItems: SyncConfiguration().maxBatchItems), "Arrays by kind, or one array.")
            .or("payload"),
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
          .string("resolution_strategy", oneOf: ConflictResolution.names.keys.sorted(), "The rule.").or("strategy"),
          FieldDeclaration.map("resolved_data", "The content, for `merge` and `manual`.").or("data").optionalOrNull,
        ],
        example: ["conflict_id": "k-1", "resolution_strategy": "merge", "resolved_data": ["status": "done"]])
    case .subscribe:
      .received(
        rawValue, "Selects the notifications and kinds of items that the device receives.",
        [
          .array(
            "event_types", of: .string,
            "`push_notification`, `conflict_notification`, kinds of items, or `all`. Others are ignored.")
        ],
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
        FieldDeclaration("request_id", Self.id, "Repeated in the answer.").optionalOrNull, Self.types, Self.since,
        Self.full,
        FieldDeclaration.integer("limit", in: 1...SyncOperations.maxPage, "The maximum number of items; all if absent.")
          .optionalOrNull,
      ],
      example: ["request_id": "r-1", "data_types": ["session"], "limit": 100])
  }

  /// Clients send ids as integers too.
  private static let id = Schema.oneOf(.string(length: 1...255), .integer)
  private static let types = FieldDeclaration(
    "data_types", .oneOf(.array(of: .string), .string),
    "Kinds of items, or one kind; all if absent. Unknown kinds beside known ones are ignored."
  ).or("data_type", "domain", "domains", "request_type").optionalOrNull
  private static let since = FieldDeclaration("since", .string, "The `next_sync_token` of an earlier page.")
    .or("next_sync_token", "sync_token", "since_token", "cursor").optionalOrNull
  private static let full = FieldDeclaration.boolean("full_sync", "Ignores `since`.").optionalOrNull
}
