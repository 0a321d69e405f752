import API
import JSONCodec
package import Realtime

/// `/ws/meal-logs?token=`: the results of meal parsing (`docs/api/`).
package enum MealLogsSocket {
  /// - Parameter configuration: its `numericQuantities` is the default of `?quantity=`.
  package static func endpoint(
    hub: RealtimeHub, configuration: MealsService.Configuration = .init()
  ) -> EventEndpoint {
    EventEndpoint(declaration(configuration), hub: hub, format: MealFrameFormat()) { options in
      MealLogsRenderer(numericQuantities: options["quantity"] == "number")
    }
  }

  /// Declares `?quantity=`. - Parameter configuration: its default.
  package static func quantityOption(_ configuration: MealsService.Configuration = .init()) -> QueryOption {
    QueryOption(
      "quantity", values: ["text", "number"], default: configuration.numericQuantities ? "number" : "text",
      "The JSON type of `quantity` in items.")
  }

  /// Declares the path. - Parameter configuration: the default of `?quantity=`.
  package static func declaration(_ configuration: MealsService.Configuration = .init()) -> EndpointDeclaration {
    EndpointDeclaration(
      path: "/ws/meal-logs", connectionType: "meal_logs",
      summary: "Reports when a meal log is parsed, or why it could not be.",
      options: [
        quantityOption(configuration)
      ],
      messages: MessageDeclaration.common + FrameType.declarations)
  }

  /// The types of the frames that the socket sends.
  enum FrameType: String, DeclaredMessageType {
    case connected
    case completed = "meal_log.completed"
    case failed = "meal_log.failed"
    case pong, authenticated, error

    var declaration: MessageDeclaration {
      switch self {
      case .connected: MealMessages.connected
      case .completed:
        .sent(
          rawValue, "A meal log is parsed.",
          [.init("data", MealSchemas.completedLog, "The log with its items."), .timestamp, .eventID],
          example: ["data": MealExamples.completed, "timestamp": "2026-01-15T12:00:02Z", "event_id": 17])
      case .failed:
        .sent(
          rawValue, "A meal log could not be parsed.",
          [.init("data", MealSchemas.failedLog, "The log without items."), .timestamp, .eventID],
          example: ["data": MealExamples.failed, "timestamp": "2026-01-15T12:00:02Z", "event_id": 18])
      case .pong: MealMessages.pong
      case .authenticated: MessageDeclaration.authenticated
      case .error: MealMessages.error
      }
    }
  }
}
