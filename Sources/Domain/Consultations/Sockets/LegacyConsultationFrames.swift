import Bytes
import JSONCodec
import Realtime

/// The frames of `/api/v1/consultations/{id}/ws`.
struct LegacyConsultationFrames: FrameFormat, EventRenderer {
  let consultation: Consultation
  /// Renders the events of meals, which this path sends as well; nil in answers that are no events.
  var meals: (any EventRenderer)?

  var kinds: [String] { AnswerEvents.all + (meals?.kinds ?? []) }

  func welcome(userID: String, at moment: Timestamp) -> JSONValue? {
    frame(.connected, moment, ["user_id": .string(userID)])
  }

  func frame(_ event: Event) -> JSONValue? {
    switch event.kind {
    // The path has no frame for the start of an answer.
    case AnswerEvents.start: return nil
    case AnswerEvents.chunk:
      return frame(
        .chunk, event.createdAt,
        ["content": event.payload["content"] ?? "", "message_id": event.payload["message_id"] ?? ""])
    case AnswerEvents.complete:
      return frame(
        .complete, event.createdAt,
        [
          "message_id": event.payload["message_id"] ?? "", "stopped": event.payload["stopped"] ?? false,
          "metadata": [
            "tokens_used": event.payload["tokens_used"] ?? 0,
            "processing_time_ms": event.payload["processing_time_ms"] ?? 0, "function_calls": 0,
          ],
        ])
    case AnswerEvents.template:
      return frame(.template, event.createdAt, ["metadata": event.payload["template"] ?? [:]])
    case AnswerEvents.failed:
      return error(
        event.payload["code"]?.stringValue ?? "SERVER_ERROR", event.payload["error"]?.stringValue ?? "", details: "",
        at: event.createdAt)
    default: return meals?.frame(event)
    }
  }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue { frame(.pong, moment) }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    let text = JSONValue.string(details.isEmpty ? error : details)
    return frame(.error, moment, ["error": text, "content": text, "code": .string(code), "error_code": .string(code)])
  }

  /// Makes the frame that confirms a stored message.
  func received(_ message: ConsultationMessage, at moment: Timestamp) -> JSONValue {
    frame(.received, moment, ["message_id": .string(message.clientID ?? message.id)])
  }

  private func frame(
    _ type: LegacyConsultationFrameType, _ moment: Timestamp, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let members: JSONValue = [
      "type": .string(type.rawValue), "timestamp": .string(moment.rfc3339),
      "consultation_id": .string(consultation.id),
    ]
    return members.merging(more)
  }
}
