/// The kinds of items that devices share.
package enum DataType: String, Sendable, CaseIterable {
  case voice, behavioral, session, metrics
  case mealLog = "meal_log"

  /// Finds a kind by any of the names that client families use.
  package init?(name: String) {
    guard let type = Self.names[name.lowercased()] else { return nil }
    self = type
  }

  /// The kinds by the names that requests may use, in lower case.
  static let names: [String: DataType] = [
    "voice": .voice, "voice_data": .voice, "behavioral": .behavioral, "behavioral_data": .behavioral,
    "session": .session, "sessions": .session, "session_data": .session, "metric": .metrics, "metrics": .metrics,
    "metrics_data": .metrics, "meal_log": .mealLog, "meal_logs": .mealLog, "meal": .mealLog, "meals": .mealLog,
    "meal_log_data": .mealLog,
  ]

  /// Whether an item never changes. Other content under its id is stored under a second id.
  var isAppendOnly: Bool {
    switch self {
    case .voice, .behavioral, .metrics: true
    case .session, .mealLog: false
    }
  }

  /// The member of `data` that holds items of this kind.
  package var collection: String {
    switch self {
    case .voice: "voice_data"
    case .behavioral: "behavioral_data"
    case .session: "session_data"
    case .metrics: "metrics"
    case .mealLog: "meal_logs"
    }
  }

  /// The members of an item that may hold its id if `item_id` is absent. Items without an id are identified by their
  /// content.
  var idMembers: [String] {
    switch self {
    case .voice: ["verification_id", "id"]
    case .behavioral: ["event_id", "id"]
    case .session: ["session_id", "id"]
    case .metrics: ["metric_id", "id"]
    case .mealLog: ["meal_log_id", "id"]
    }
  }

  /// The letter of the kind in a cursor.
  var letter: Character {
    switch self {
    case .voice: "v"
    case .behavioral: "b"
    case .session: "s"
    case .metrics: "m"
    case .mealLog: "l"
    }
  }
}
