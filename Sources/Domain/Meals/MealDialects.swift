package import Bytes
package import JSONCodec
package import Realtime

/// The words of `/ws/meal-logs` (wire contract §5).
package struct MealLogsDialect: EventDialect {
  package init() {}

  package var connectionType: String { "meal_logs" }
  package var kinds: [String] { [MealEvents.completed, MealEvents.failed] }

  package func greeting(userID: String, at moment: Timestamp) -> JSONValue? {
    ["type": "connected", "user_id": .string(userID), "timestamp": .string(moment.rfc3339)]
  }

  package func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue? {
    let data = options.quantityAsNumber ? Self.withNumericQuantities(event.payload) : event.payload
    return ["type": .string(event.kind), "data": data, "timestamp": .string(event.createdAt.rfc3339)]
  }

  package func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ["type": "pong", "timestamp": .string(moment.rfc3339)]
  }

  package func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    [
      "type": "error", "error": .string(error), "error_code": .string(code), "code": .string(code),
      "details": .string(details), "timestamp": .string(moment.rfc3339),
    ]
  }

  private static func withNumericQuantities(_ payload: JSONValue) -> JSONValue {
    guard let items = payload["items"]?.arrayValue else { return payload }
    let changed = items.map { $0.merging(["quantity": $0["quantity_value"] ?? nil]) }
    return payload.merging(["items": .array(changed)])
  }
}

/// The words of `/ws` (wire contract §3): one type of frame, the object under `payload` and again under `data`.
package struct NutritionDialect: EventDialect {
  private let common = MealLogsDialect()

  package init() {}

  package var connectionType: String { "nutrition" }
  package var kinds: [String] { [MealEvents.processing, MealEvents.completed, MealEvents.failed] }

  package func greeting(userID: String, at moment: Timestamp) -> JSONValue? {
    common.greeting(userID: userID, at: moment)
  }

  package func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue? {
    [
      "type": "meal_log_status_update", "payload": event.payload, "data": event.payload,
      "timestamp": .string(event.createdAt.rfc3339),
    ]
  }

  package func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    common.pong(to: ping, at: moment)
  }

  package func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    common.error(code, error, details: details, at: moment)
  }
}
