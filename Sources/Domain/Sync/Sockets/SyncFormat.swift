import Bytes
import JSONCodec
import Realtime

/// The form of the frames of `/ws/mobile/sync` that every socket sends.
struct SyncFormat: FrameFormat {
  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ["type": .string(SyncFrameType.pong.rawValue), "timestamp": .string(moment.rfc3339)]
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    let code = Self.translation[code] ?? code
    let isRetryable = Self.retryable.contains(code) && error != CloseReason.replacedError
    return [
      "type": .string(SyncFrameType.error.rawValue), "error_code": .string(code), "code": .string(code),
      "message": .string(details), "error": .string(error), "retryable": .bool(isRetryable),
      "timestamp": .string(moment.rfc3339),
    ]
  }

  /// The names of codes of all sockets that differ on this path.
  static let translation = [
    "AUTH_FAILED": "UNAUTHORIZED", "RATE_LIMIT": "RATE_LIMIT_EXCEEDED", "CONNECTION_LIMIT": "CONNECTION_ERROR",
    "IDLE_TIMEOUT": "CONNECTION_ERROR", "SERVER_ERROR": "GENERAL_ERROR", "INVALID_JSON": "JSON_DECODE_ERROR",
    "INVALID_PARAMETER": "VALIDATION_ERROR",
  ]

  /// The codes after which the same request may succeed.
  private static let retryable: Set<String> = [
    "RATE_LIMIT_EXCEEDED", "DATABASE_ERROR", "INTEGRATION_ERROR", "GENERAL_ERROR", "CONNECTION_ERROR",
  ]

  static let errorCodes = [
    ErrorCodeDeclaration("MISSING_DEVICE_ID", "`device_id` is missing or has invalid characters."),
    ErrorCodeDeclaration("DATABASE_ERROR", "Storage failed. Send the request again."),
    ErrorCodeDeclaration("INTEGRATION_ERROR", "A part of the server failed. Nothing was stored."),
    ErrorCodeDeclaration("UNKNOWN_MESSAGE_TYPE", "The type of the message is unknown."),
    ErrorCodeDeclaration("MESSAGE_VALIDATION_ERROR", "A member of the message is invalid."),
    ErrorCodeDeclaration("INVALID_SYNC_PARAMS", "`start_sync` has an invalid member."),
    ErrorCodeDeclaration("INVALID_SYNC_SESSION", "Too many pulls are running."),
    ErrorCodeDeclaration("INVALID_REQUEST", "A request for changes has an invalid member."),
    ErrorCodeDeclaration("MISSING_SYNC_ID", "A batch has neither `sync_id` nor `idempotency_key`."),
    ErrorCodeDeclaration("INVALID_DATA", "A batch cannot be read, or its key was used for another batch."),
    ErrorCodeDeclaration("NO_DATA", "A batch has no `data`."),
    ErrorCodeDeclaration("INVALID_CONFLICT_DATA", "A conflict cannot be resolved this way."),
    ErrorCodeDeclaration("INVALID_SUBSCRIPTION", "None of the names of `event_types` is known."),
    ErrorCodeDeclaration("QUOTA_EXCEEDED", "The account's storage is full."),
  ]
}
