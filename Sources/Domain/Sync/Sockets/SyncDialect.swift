import Bytes
import JSONCodec
import Realtime

/// The words of `/ws/mobile/sync` that every socket has (wire contract §6.2, C46, C48).
struct SyncDialect: EventDialect {
  let deviceID: String

  var connectionType: String { "mobile_sync" }
  var topic: String? { SyncService.topic }
  /// It tells no events: what there is to hear is pulled.
  var kinds: [String] { [] }
  /// Documented clients send nothing by themselves; those that answer pings live.
  var countsPongs: Bool { true }
  var maxDeviceBytes: Int { 255 }

  func greeting(userID: String, at moment: Timestamp) -> JSONValue? {
    [
      "type": "connection_established", "user_id": .string(userID), "device_id": .string(deviceID),
      "server_time": .string(moment.rfc3339), "timestamp": .string(moment.rfc3339),
      "features": [
        "real_time_sync": true, "push_notifications": true, "bi_directional_sync": true, "conflict_resolution": true,
      ],
    ]
  }

  func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue? { nil }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ["type": "pong", "timestamp": .string(moment.rfc3339)]
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    let code = Self.codes[code] ?? code
    return [
      "type": "error", "error_code": .string(code), "code": .string(code), "message": .string(details),
      "error": .string(error), "retryable": .bool(Self.retryable.contains(code)),
      "timestamp": .string(moment.rfc3339),
    ]
  }

  /// What the codes of all sockets are called here.
  private static let codes = [
    "AUTH_FAILED": "UNAUTHORIZED", "RATE_LIMIT": "RATE_LIMIT_EXCEEDED", "CONNECTION_LIMIT": "CONNECTION_ERROR",
    "IDLE_TIMEOUT": "CONNECTION_ERROR", "SERVER_ERROR": "GENERAL_ERROR", "INVALID_JSON": "JSON_DECODE_ERROR",
    "INVALID_PARAMETER": "VALIDATION_ERROR",
  ]

  /// After which the same may succeed.
  private static let retryable: Set<String> = [
    "RATE_LIMIT_EXCEEDED", "DATABASE_ERROR", "INTEGRATION_ERROR", "GENERAL_ERROR", "CONNECTION_ERROR",
  ]
}
