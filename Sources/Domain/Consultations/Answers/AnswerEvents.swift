import Bytes
import JSONCodec
import Storage

/// The events of an answer in the outbox, under the topic of its consultation.
enum AnswerEvents {
  static let start = "consultation.start"
  static let chunk = "consultation.chunk"
  static let complete = "consultation.complete"
  static let template = "consultation.template"
  static let failed = "consultation.failed"

  static let all = [start, chunk, complete, template, failed]

  static func start(_ answer: ConsultationMessage) -> JSONValue { identity(answer) }

  /// - Parameter offset: the position of the piece in the answer, in bytes.
  static func chunk(_ answer: ConsultationMessage, _ text: String, offset: Int) -> JSONValue {
    identity(answer).merging(["content": .string(text), "offset": .integer(Int64(offset))])
  }

  static func complete(_ answer: ConsultationMessage) -> JSONValue {
    identity(answer).merging([
      "stopped": .bool(answer.state == .stopped), "tokens_used": .integer(Int64(answer.tokensUsed ?? 0)),
      "processing_time_ms": .integer(Int64(answer.processingMilliseconds ?? 0)),
    ])
  }

  /// The event of a template. Its message id differs from the answer's, because one client replaces messages with equal
  /// ids (docs/api/socket-consultation.md#frames).
  static func template(_ answer: ConsultationMessage, id: String, template: JSONValue) -> JSONValue {
    identity(answer).merging(["message_id": .string(id), "template": template])
  }

  static func failed(_ answer: ConsultationMessage, code: String, text: String) -> JSONValue {
    identity(answer).merging(["code": .string(code), "error": .string(text)])
  }

  private static func identity(_ answer: ConsultationMessage) -> JSONValue {
    ["message_id": .string(answer.id), "consultation_id": .string(answer.consultationID)]
  }

  // MARK: - Stored events

  /// Returns the stored text of an answer.
  static func written(_ answer: ConsultationMessage, in connection: any SQLConnection) throws -> String {
    let rows = try connection.query(
      "SELECT payload FROM user_events WHERE topic = $1 AND kind = $2 AND id > $3 ORDER BY id",
      [
        .text(Consultation.topic(answer.consultationID)), .text(chunk),
        .integer(try position(of: answer, in: connection) ?? 0),
      ])
    return rows.compactMap { row in
      let payload = row.text("payload").flatMap { try? JSONValue(parsing: $0.utf8) }
      return payload?["message_id"]?.stringValue == answer.id ? payload?["content"]?.stringValue : nil
    }.joined()
  }

  /// Returns the id of the last template of a kind that a consultation created; nil if its event is no longer in the outbox.
  static func lastTemplate(
    _ consultation: Consultation, _ kind: String, in connection: any SQLConnection
  ) throws -> String? {
    let rows = try connection.query(
      "SELECT payload FROM user_events WHERE topic = $1 AND kind = $2 ORDER BY id DESC LIMIT 20",
      [.text(consultation.topic), .text(template)])
    return rows.lazy.compactMap { row in
      let stored = row.text("payload").flatMap { try? JSONValue(parsing: $0.utf8) }?["template"]
      return stored?["kind"]?.stringValue == kind ? stored?["template_id"]?.stringValue : nil
    }.first
  }

  /// Returns the id of the event with which an answer began; nil if it is no longer in the outbox.
  static func position(of answer: ConsultationMessage, in connection: any SQLConnection) throws -> Int64? {
    let rows = try connection.query(
      "SELECT id, payload FROM user_events WHERE topic = $1 AND kind = $2 ORDER BY id DESC LIMIT 20",
      [.text(Consultation.topic(answer.consultationID)), .text(start)])
    return rows.first { row in
      let payload = row.text("payload").flatMap { try? JSONValue(parsing: $0.utf8) }
      return payload?["message_id"]?.stringValue == answer.id
    }?.integer("id")
  }
}
