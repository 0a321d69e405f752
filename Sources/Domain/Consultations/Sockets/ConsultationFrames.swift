import Bytes
import JSONCodec
import Realtime

/// The frames of `/ws/consultation`. Every frame has its id under both spellings, and none has a member `message` with
/// text, which one client could not decode.
struct ConsultationFrames: FrameFormat, EventRenderer {
  let consultation: Consultation
  /// Makes the ids of frames that belong to no message.
  let newID: @Sendable () -> String
  /// True if the metadata of a template is sent as base64 text instead of an object.
  var metadataAsBase64 = false

  var kinds: [String] { AnswerEvents.all }

  func frame(_ event: Event) -> JSONValue? {
    let id = event.payload["message_id"]?.stringValue ?? newID()
    let text = event.payload["content"] ?? ""
    switch event.kind {
    case AnswerEvents.start: return frame(.start, id, event.createdAt)
    case AnswerEvents.chunk: return frame(.chunk, id, event.createdAt, ["content": text])
    case AnswerEvents.complete:
      return frame(.complete, id, event.createdAt, ["stopped": event.payload["stopped"] ?? false])
    case AnswerEvents.template:
      let template = event.payload["template"] ?? [:]
      let name = template["name"]?.stringValue ?? ""
      return frame(
        .template, id, event.createdAt,
        [
          "content": .string("Created a template: \(name)"),
          "metadata": metadataAsBase64 ? .string(Base64.encode(template.encoded)) : template,
        ])
    case AnswerEvents.failed:
      let code = event.payload["code"]?.stringValue ?? "SERVER_ERROR"
      return error(code, event.payload["error"]?.stringValue ?? "", id: newID(), answer: id, at: event.createdAt)
    default: return nil
    }
  }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    frame(.pong, ping["messageId"]?.stringValue ?? ping["message_id"]?.stringValue ?? newID(), moment)
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    self.error(code, details.isEmpty ? error : details, id: newID(), answer: nil, at: moment)
  }

  private func error(
    _ code: String, _ text: String, id: String, answer: String?, at moment: Timestamp
  ) -> JSONValue {
    frame(
      .error, id, moment,
      [
        "content": .string(text), "error": .string(text), "error_code": .string(code), "code": .string(code),
        "answer_id": .optional(answer),
      ])
  }

  private func frame(
    _ type: ConsultationFrameType, _ id: String, _ moment: Timestamp, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let members: JSONValue = [
      "type": .string(type.rawValue), "message_id": .string(id), "messageId": .string(id),
      "timestamp": .string(moment.rfc3339), "consultation_id": .string(consultation.id),
    ]
    return members.merging(more)
  }
}
