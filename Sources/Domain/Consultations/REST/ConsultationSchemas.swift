import API
import Bytes
import Coach
import JSONCodec

/// The JSON objects of consultations, for REST responses and socket frames.
enum ConsultationSchemas {
  private static let persona = Schema.string(oneOf: Persona.allCases.map(\.rawValue))
  private static let type = Schema.string(oneOf: Persona.allCases.map(ConsultationJSON.type))

  /// The members of a consultation.
  static let consultationMembers: [FieldDeclaration] = identity + content + times

  private static let identity: [FieldDeclaration] = [
    .string("id", "The id."), .string("user_id", "The account."), .string("userId", "The same account."),
    .string("kind", oneOf: Consultation.Kind.allCases.map(\.rawValue), "The purpose."),
    .init("persona", persona, "The persona that answers."),
    .init("consultation_type", type, "The same in another vocabulary."),
    .init("consultationType", type, "The same as `consultation_type`."),
    .string("status", oneOf: ConsultationStatus.allCases.map(\.rawValue), "Messages need `active`."),
  ]

  private static let content: [FieldDeclaration] = [
    FieldDeclaration.string("goal_id", "As given at the creation.").nullable,
    FieldDeclaration.string("context_type", oneOf: ConsultationInput.ContextType.allCases.map(\.rawValue), "As given.")
      .nullable,
    FieldDeclaration.string("context_id", "As given.").nullable,
    FieldDeclaration.string("quick_action", "As given.").nullable,
    .boolean("has_context_for_goal_suggestions", "Whether there is a `goal_id`."),
    .count("message_count", "The number of messages and complete answers."),
    .count("messageCount", "The same number."),
    .boolean("is_answering", "Whether an answer is being written or waits."),
  ]

  /// In the spellings of both client families.
  private static let times: [FieldDeclaration] = [
    .time("started_at", "The time of the creation."), .time("startedAt", "The same time."),
    FieldDeclaration.time("completed_at", "The time of the end; null before it.").nullable,
    FieldDeclaration.time("completedAt", "The same time.").nullable,
    FieldDeclaration.time("last_message_at", "The time of the last message; null before it.").nullable,
    FieldDeclaration.time("lastMessageAt", "The same time.").nullable,
    .time("created_at", "The time of the creation."), .time("createdAt", "The same time."),
    .time("updated_at", "The time of the last change."), .time("updatedAt", "The same time."),
  ]

  static let consultation = Schema.object(consultationMembers, named: "Consultation")

  /// The members of a message.
  static let messageMembers: [FieldDeclaration] = [
    .string("id", "The client's id of the message if it assigned one, else the server's."),
    .string("message_id", "The same id."), .string("messageId", "The same id."),
    consultationID, .string("role", oneOf: ConsultationMessage.Role.allCases.map(\.rawValue), "The author."),
    .string("content", "The text; incomplete unless the state is `complete`."),
    .string("state", oneOf: ConsultationMessage.State.allCases.map(\.rawValue), "The progress of the answer."),
    FieldDeclaration.any("function_name", "Always null.").nullable,
    FieldDeclaration.any("function_args", "Always null.").nullable,
    FieldDeclaration.string("error_code", oneOf: AnswerFailure.codes, "The failure of an answer.").nullable,
    FieldDeclaration.count("tokens_used", "The tokens of an answer of a language model.").nullable,
    FieldDeclaration.count("processing_time_ms", "The duration of an answer, in milliseconds.").nullable,
    .time("created_at", "UTC, whole seconds."), .timestamp,
  ]

  static let message = Schema.object(messageMembers, named: "ConsultationMessage")

  static let quickAction = Schema.object(
    [
      .string("id", oneOf: QuickAction.all.map(\.id), "The value of `quick_action`."),
      .string("title", "The label of a button."), .string("prompt", "The message that it sends."),
      .init("persona", persona, "The persona that answers."),
      .init("consultationType", type, "The same in another vocabulary."),
    ], named: "QuickAction")

  private static let templateKinds = ["meal", "workout", "wellness"]

  /// A template that the coach created, as frames report it.
  static let template = Schema.object(
    [
      .string("id", "The template."), .string("template_id", "The same id."),
      .string("type", oneOf: templateKinds, "The kind."),
      .string("kind", oneOf: templateKinds, "The same kind."), .string("name", "The name."),
      .string("description", "The content in one sentence."),
    ], named: "CreatedTemplate")

  static let consultationID = FieldDeclaration.string("consultation_id", "The consultation.")

  /// The members of requests that contain a message. - Parameter length: in characters.
  static func text(_ length: ClosedRange<Int>) -> FieldDeclaration {
    .text("content", length: length, "The text, not only white space.").or("message")
  }

  /// The id that a client assigns to its message.
  static let clientID = FieldDeclaration.text(
    "message_id", length: ConsultationInput.idLength, "The client's id: a repeated message is stored once."
  ).or("messageId", "client_message_id").optionalOrNull
}

// MARK: - Examples
extension ConsultationSchemas {
  private static let moment = Timestamp(seconds: 1_768_478_400)

  static let exampleConsultation = ConsultationJSON.consultation(
    Consultation(
      id: "c-1", userID: "u-1", kind: .coach, persona: .nutritionist, status: .active, quickAction: "review_day",
      dialogueState: "{}", messageCount: 1, isAnswering: true, lastMessageAt: moment, createdAt: moment,
      updatedAt: moment))

  static let exampleMessage = ConsultationJSON.message(
    ConsultationMessage(
      id: "m-1", consultationID: "c-1", number: 1, role: .user, content: "How am I doing today?", state: .waiting,
      clientID: "0E1F", createdAt: moment))

  static let exampleAnswer = ConsultationJSON.message(
    ConsultationMessage(
      id: "m-2", consultationID: "c-1", number: 2, role: .assistant, content: "Good so far.", state: .complete,
      answers: "m-1", processingMilliseconds: 850, createdAt: moment))

  static let exampleTemplate: JSONValue = [
    "id": "t-1", "template_id": "t-1", "type": "meal", "kind": "meal", "name": "Day", "description": "Three meals.",
  ]
}
