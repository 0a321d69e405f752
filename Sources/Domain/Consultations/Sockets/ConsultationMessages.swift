import API
import JSONCodec
import Realtime

/// The types of the frames that `/ws/consultation` sends.
enum ConsultationFrameType: String, DeclaredMessageType {
  case start = "ai_message_start"
  case chunk = "ai_message_chunk"
  case complete = "ai_message_complete"
  case template = "template_created"
  case pong, authenticated, error

  var declaration: MessageDeclaration {
    switch self {
    case .start: event("An answer starts. Clients empty its bubble: it may be sent again from its start.")
    case .chunk: event("The next part of an answer.", [.string("content", "Text to append.")], ["content": "Good "])
    case .complete:
      event(
        "An answer is complete.", [.boolean("stopped", "Whether the user stopped it.")], ["stopped": false])
    case .template:
      event(
        "The coach created a template. `message_id` is its own, not the answer's.",
        [
          .string("content", "A sentence for people."),
          .init(
            "metadata", .oneOf(ConsultationSchemas.template, .string),
            "The template; base64 text of it with `?metadata=base64`."),
        ],
        ["content": "Created a template: Day", "metadata": ConsultationSchemas.exampleTemplate])
    case .pong: .sent(rawValue, "The answer to `ping`, with its id.", Self.members, example: Self.example)
    case .authenticated: MessageDeclaration.authenticated
    case .error:
      .sent(
        rawValue, "A message was refused, an answer failed, or the connection is about to be closed.",
        Self.members + [
          .string("content", "A sentence for people."), .string("error", "The same sentence."),
          .string("error_code", "The code."), .string("code", "The same code."),
          .string("answer_id", "The answer that failed.").nullable, FieldDeclaration.eventID.optional,
        ],
        example: Self.example.merging([
          "content": "The coach is unavailable.", "error": "The coach is unavailable.",
          "error_code": "AI_SERVICE_ERROR", "code": "AI_SERVICE_ERROR", "answer_id": "m-2", "event_id": 9,
        ]))
    }
  }

  private func event(
    _ summary: String, _ fields: [FieldDeclaration] = [], _ example: [String: JSONValue] = [:]
  ) -> MessageDeclaration {
    .sent(
      rawValue, summary, Self.members + fields + [.eventID],
      example: Self.example.merging(example).merging(["event_id": 7]))
  }

  private static let members: [FieldDeclaration] = [
    .string("message_id", "The id of the message."), .string("messageId", "The same id."), .timestamp,
    ConsultationSchemas.consultationID,
  ]

  private static let example: JSONValue = [
    "message_id": "m-2", "messageId": "m-2", "timestamp": "2026-01-15T12:00:00Z", "consultation_id": "c-1",
  ]
}

/// The types of the frames that `/api/v1/consultations/{id}/ws` sends, beside those of meals.
enum LegacyConsultationFrameType: String, DeclaredMessageType {
  case connected
  case received = "message_received"
  case chunk = "stream_chunk"
  case complete = "stream_complete"
  case template = "template_created"
  case pong, authenticated, error

  var declaration: MessageDeclaration {
    switch self {
    case .connected:
      frame("The first frame of a connection.", [.string("user_id", "The account.")], ["user_id": "u-1"])
    case .received:
      frame("A message is stored.", [Self.messageID], ["message_id": "m-1"])
    case .chunk:
      frame(
        "The next part of an answer.", [.string("content", "Text to append."), Self.messageID, .eventID],
        ["content": "Good ", "message_id": "m-2", "event_id": 7])
    case .complete:
      frame(
        "An answer is complete.",
        [
          Self.messageID, .boolean("stopped", "Whether the user stopped it."),
          .object(
            "metadata", "Figures of the answer.",
            [
              .count("tokens_used", "The tokens of the language model; 0 for the built-in coach."),
              .count("processing_time_ms", "The duration in milliseconds."),
              .integer("function_calls", in: 0...0, "Always 0."),
            ]), .eventID,
        ],
        [
          "message_id": "m-2", "stopped": false, "event_id": 8,
          "metadata": ["tokens_used": 0, "processing_time_ms": 850, "function_calls": 0],
        ])
    case .template:
      frame(
        "The coach created a template.",
        [.init("metadata", ConsultationSchemas.template, "The template."), .eventID],
        ["metadata": ConsultationSchemas.exampleTemplate, "event_id": 9])
    case .pong: frame("The answer to `ping`.")
    case .authenticated: MessageDeclaration.authenticated
    case .error:
      frame(
        "A message was refused, an answer failed, or the connection is about to be closed.",
        [
          .string("error", "A sentence for people."), .string("content", "The same sentence."),
          .string("code", "The code."), .string("error_code", "The same code."), FieldDeclaration.eventID.optional,
        ],
        [
          "error": "The coach is unavailable.", "content": "The coach is unavailable.", "code": "AI_SERVICE_ERROR",
          "error_code": "AI_SERVICE_ERROR",
        ])
    }
  }

  private func frame(
    _ summary: String, _ fields: [FieldDeclaration] = [], _ example: JSONValue = [:]
  ) -> MessageDeclaration {
    .sent(
      rawValue, summary, [.timestamp, ConsultationSchemas.consultationID] + fields,
      example: example.merging(["timestamp": "2026-01-15T12:00:00Z", "consultation_id": "c-1"]))
  }

  private static let messageID = FieldDeclaration.string("message_id", "The message.")
}

/// The messages that clients of both consultation paths may send.
enum ConsultationRequestType: String, DeclaredMessageType {
  case message = "user_message"
  case stop
  /// Some clients answer a protocol ping by a message as well.
  case pong

  /// By type name, aliases included.
  static let byName: [String: ConsultationRequestType] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { type in
      (type.declaration.aliases + [type.rawValue]).map { ($0, type) }
    })

  var declaration: MessageDeclaration {
    switch self {
    case .message:
      .received(
        rawValue, aliases: ["message"], "A message of the user.",
        [
          .init("content", .text(length: 1...(1 << 16)), "At most `consultations.max_message` characters.")
            .or("message"), ConsultationSchemas.clientID, .any("timestamp", "Ignored.").optional,
        ],
        example: ["content": "What should I eat after a run?", "messageId": "0E1F…"])
    case .stop: .received(rawValue, "Stops the answer that is being sent.")
    case .pong: .received(rawValue, "Ignored.")
    }
  }
}
