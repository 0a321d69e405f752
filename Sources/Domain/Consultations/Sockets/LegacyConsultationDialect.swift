import Bytes
import JSONCodec
import Realtime

/// The words of `/api/v1/consultations/{id}/ws` (wire contract §2.2), with meal news among them (C6).
struct LegacyConsultationDialect: EventDialect {
  let consultation: Consultation
  /// How meal news are told; the same as on `/ws/meal-logs`.
  let meals: any EventDialect

  var connectionType: String { "consultation" }
  var cursorType: String { "legacy_consultation" }
  var topic: String? { consultation.topic }
  var kinds: [String] { AnswerEvents.all + meals.kinds }

  func greeting(userID: String, at moment: Timestamp) -> JSONValue? {
    frame("connected", moment, ["user_id": .string(userID)])
  }

  func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue? {
    switch event.kind {
    // The dialect has no word for the beginning.
    case AnswerEvents.start: return nil
    case AnswerEvents.chunk:
      return frame(
        "stream_chunk", event.createdAt,
        ["content": event.payload["content"] ?? "", "message_id": event.payload["message_id"] ?? ""])
    case AnswerEvents.complete:
      return frame(
        "stream_complete", event.createdAt,
        [
          "message_id": event.payload["message_id"] ?? "", "stopped": event.payload["stopped"] ?? false,
          "metadata": [
            "tokens_used": event.payload["tokens_used"] ?? 0,
            "processing_time_ms": event.payload["processing_time_ms"] ?? 0, "function_calls": 0,
          ],
        ])
    case AnswerEvents.template:
      return frame("template_created", event.createdAt, ["metadata": event.payload["template"] ?? [:]])
    case AnswerEvents.failed:
      return error(
        event.payload["code"]?.stringValue ?? "SERVER_ERROR", event.payload["error"]?.stringValue ?? "", details: "",
        at: event.createdAt)
    default: return meals.frame(event, options: options, at: moment)
    }
  }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue { frame("pong", moment) }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    let text = JSONValue.string(details.isEmpty ? error : details)
    return frame(
      "error", moment, ["error": text, "content": text, "code": .string(code), "error_code": .string(code)])
  }

  /// What a client is told once its message is stored.
  func received(_ message: ConsultationMessage, at moment: Timestamp) -> JSONValue {
    frame("message_received", moment, ["message_id": .string(message.clientID ?? message.id)])
  }

  private func frame(_ type: String, _ moment: Timestamp, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let members: JSONValue = [
      "type": .string(type), "timestamp": .string(moment.rfc3339), "consultation_id": .string(consultation.id),
    ]
    return members.merging(more)
  }
}
