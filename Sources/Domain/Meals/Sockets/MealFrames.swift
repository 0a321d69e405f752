import Bytes
import JSONCodec
import Realtime

/// The frames that both meal sockets send in the same form.
struct MealFrameFormat: FrameFormat {
  static func welcome(userID: String, at moment: Timestamp) -> JSONValue {
    ["type": "connected", "user_id": .string(userID), "timestamp": .string(moment.rfc3339)]
  }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ["type": "pong", "timestamp": .string(moment.rfc3339)]
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    [
      "type": "error", "error": .string(error), "error_code": .string(code), "code": .string(code),
      "details": .string(details), "timestamp": .string(moment.rfc3339),
    ]
  }
}

/// Renders events as frames of `/ws/meal-logs`.
struct MealLogsRenderer: EventRenderer {
  let numericQuantities: Bool

  var kinds: [String] { [MealEvents.completed, MealEvents.failed] }

  func welcome(userID: String, at moment: Timestamp) -> JSONValue? {
    MealFrameFormat.welcome(userID: userID, at: moment)
  }

  func frame(_ event: Event) -> JSONValue? {
    let data = numericQuantities ? Self.withNumericQuantities(event.payload) : event.payload
    return ["type": .string(event.kind), "data": data, "timestamp": .string(event.createdAt.rfc3339)]
  }

  private static func withNumericQuantities(_ payload: JSONValue) -> JSONValue {
    guard let items = payload["items"]?.arrayValue else { return payload }
    let changed = items.map { $0.merging(["quantity": $0["quantity_value"] ?? nil]) }
    return payload.merging(["items": .array(changed)])
  }
}

/// Renders events as frames of `/ws`. Clients read the log under `payload` or under `data`.
struct NutritionRenderer: EventRenderer {
  var kinds: [String] { [MealEvents.processing, MealEvents.completed, MealEvents.failed] }

  func welcome(userID: String, at moment: Timestamp) -> JSONValue? {
    MealFrameFormat.welcome(userID: userID, at: moment)
  }

  func frame(_ event: Event) -> JSONValue? {
    [
      "type": "meal_log_status_update", "payload": event.payload, "data": event.payload,
      "timestamp": .string(event.createdAt.rfc3339),
    ]
  }
}
