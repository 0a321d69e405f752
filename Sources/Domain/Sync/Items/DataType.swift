/// The kinds of items that devices share.
package enum DataType: String, Sendable, CaseIterable {
  case voice, behavioral, session, metrics
  case mealLog = "meal_log"

  /// Finds a kind by any of the names that client families use.
  package init?(name: String) {
    switch name.lowercased() {
    case "voice", "voice_data": self = .voice
    case "behavioral", "behavioral_data": self = .behavioral
    case "session", "sessions", "session_data": self = .session
    case "metric", "metrics", "metrics_data": self = .metrics
    case "meal_log", "meal_logs", "meal", "meals", "meal_log_data": self = .mealLog
    default: return nil
    }
  }

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
