import API
import JSONCodec
package import Realtime

/// `/ws?token=`: the older path for meal logs. One type of frame reports every status.
package enum NutritionSocket {
  /// The endpoint of the path, which has no options.
  package static func endpoint(hub: RealtimeHub) -> EventEndpoint {
    EventEndpoint(declaration, hub: hub, format: MealFrameFormat()) { _ in NutritionRenderer() }
  }

  /// The declaration of the path.
  package static let declaration = EndpointDeclaration(
    path: "/ws", connectionType: "nutrition", summary: "Reports each status of a meal log that is parsed.",
    messages: MessageDeclaration.common + FrameType.declarations)

  /// The types of the frames that the socket sends.
  enum FrameType: String, DeclaredMessageType {
    case connected
    case statusUpdate = "meal_log_status_update"
    case pong, authenticated, error

    var declaration: MessageDeclaration {
      switch self {
      case .connected: MealMessages.connected
      case .statusUpdate:
        .sent(
          rawValue, "The status of a meal log changed.",
          [
            .init("payload", MealSchemas.logUpdate, "The log."),
            .init("data", MealSchemas.logUpdate, "The same object."),
            .timestamp, .eventID,
          ],
          example: [
            "payload": MealExamples.completed, "data": MealExamples.completed, "timestamp": "2026-01-15T12:00:02Z",
            "event_id": 17,
          ])
      case .pong: MealMessages.pong
      case .authenticated: MessageDeclaration.authenticated
      case .error: MealMessages.error
      }
    }
  }
}
