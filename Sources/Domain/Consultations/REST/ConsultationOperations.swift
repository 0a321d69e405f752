import API
import Coach
import JSONCodec

/// The operations of `/api/v1/consultations`.
struct ConsultationOperations: Sendable {
  /// The limits that the declarations state.
  let configuration: ConsultationsConfiguration

  /// All operations, in the order of `docs/api/rest-consultations.md`.
  var all: [Operation] {
    [create, Self.list, Self.quickActions, Self.get, Self.delete, Self.complete, Self.messages, addMessage]
  }

  var create: Operation {
    Operation(
      "createConsultation", "POST", "/api/v1/consultations", authentication: .bearer, tag: "Consultations",
      "Start a consultation", description: "An initial message is answered in the background.",
      body: .json(
        [
          Self.persona.or("consultationType", "consultation_type").optionalOrNull,
          FieldDeclaration.text(
            "initial_message", length: configuration.messageLength,
            "The first message; the prompt of `quick_action` if it is absent."
          ).or("initialMessage").optionalOrNull,
          FieldDeclaration.string("quick_action", oneOf: QuickAction.all.map(\.id), "A suggested first message.")
            .or("quickAction").optionalOrNull,
          FieldDeclaration.text("goal_id", length: ConsultationInput.idLength, "An id of the client.").or("goalId")
            .optionalOrNull,
          FieldDeclaration.text("context_id", length: ConsultationInput.idLength, "An id of the client.").or(
            "contextId"
          )
          .optionalOrNull,
          FieldDeclaration.string(
            "context_type", oneOf: ConsultationInput.ContextType.allCases.map(\.rawValue), "The kind of `context_id`."
          ).or("contextType").optionalOrNull,
        ], example: ["persona": "nutritionist", "quick_action": "review_day"]),
      responses: [
        .success(
          "The new consultation, with a greeting that is not stored.",
          .object(
            Self.consultationTwice + [
              .string("greeting_message", "The greeting of the persona."),
              .string("greetingMessage", "The same greeting."), .boolean("needs_survey", "Always false."),
              .boolean("needsSurvey", "Always false."), FieldDeclaration.any("survey_message", "Always null.").nullable,
              FieldDeclaration(
                "initial_message", ConsultationSchemas.message, "The stored first message; null if there is none."
              ).nullable,
            ]), status: 201, flattened: true,
          example: Self.exampleTwice.merging([
            "greeting_message": .string(BuiltInCoach.greeting(.nutritionist)),
            "greetingMessage": .string(BuiltInCoach.greeting(.nutritionist)), "needs_survey": false,
            "needsSurvey": false, "survey_message": nil, "initial_message": ConsultationSchemas.exampleMessage,
          ]))
      ],
      errors: [
        .quotaExceeded,
        .init(
          429, "CONSULTATION_LIMIT",
          "The user has \(configuration.maxActive) active consultations. Complete or delete one first."),
        rateLimit,
      ])
  }

  static let list = Operation(
    "listConsultations", "GET", "/api/v1/consultations", authentication: .bearer, tag: "Consultations",
    "List consultations", description: "Newest first. The first list creates the one of the kind `meal_tracking`.",
    parameters: [
      .query(.string("status", oneOf: ConsultationStatus.allCases.map(\.rawValue), "Only those with this status.")),
      .query(persona.or("consultationType")),
    ] + ParameterDeclaration.page(),
    responses: [
      .success(
        "A page of consultations.", .page("consultations", of: ConsultationSchemas.consultation),
        example: Page(limit: 20).list("consultations", [ConsultationSchemas.exampleConsultation], total: 1))
    ])

  static let quickActions = Operation(
    "listQuickActions", "GET", "/api/v1/consultations/quick-actions", authentication: .none, tag: "Consultations",
    "List suggested first messages",
    responses: [
      .success(
        "The suggestions.",
        .object([
          .array("quick_actions", of: ConsultationSchemas.quickAction, "The suggestions."),
          .array("quickActions", of: ConsultationSchemas.quickAction, "The same suggestions."),
        ]), example: ConsultationJSON.quickActions)
    ])

  static let get = Operation(
    "getConsultation", "GET", "/api/v1/consultations/{id}", authentication: .bearer, tag: "Consultations",
    "Get a consultation", parameters: [id], responses: [consultation], errors: [foreign])

  static let delete = Operation(
    "deleteConsultation", "DELETE", "/api/v1/consultations/{id}", authentication: .bearer, tag: "Consultations",
    "Delete a consultation", description: "Its messages are deleted, and its sockets are closed with 1000.",
    parameters: [id], responses: [.noContent("The consultation is deleted.")], errors: [foreign])

  static let complete = Operation(
    "completeConsultation", "POST", "/api/v1/consultations/{id}/complete", authentication: .bearer,
    tag: "Consultations", "Complete a consultation",
    description: "A running answer stops and keeps its text. The sockets are closed with 1000.", parameters: [id],
    responses: [consultation],
    errors: [foreign, .init(409, "NOT_COMPLETABLE", "The consultation has the kind `meal_tracking`.")])

  // MARK: - Messages

  static let messages = Operation(
    "listConsultationMessages", "GET", "/api/v1/consultations/{id}/messages", authentication: .bearer,
    tag: "Consultations", "List the messages of a consultation", description: "Oldest first, answers included.",
    parameters: [id] + ParameterDeclaration.page(),
    responses: [
      .success(
        "A page of messages.", .page("messages", of: ConsultationSchemas.message),
        example: Page(limit: 50).list(
          "messages", [ConsultationSchemas.exampleMessage, ConsultationSchemas.exampleAnswer], total: 2))
    ], errors: [foreign])

  var addMessage: Operation {
    Operation(
      "sendConsultationMessage", "POST", "/api/v1/consultations/{id}/messages", authentication: .bearer,
      tag: "Consultations", "Send a message to the coach",
      description: """
        The answer arrives on the socket, and in the list of messages. The same text under the same id again is the same \
        message; if its answer failed, it is answered again.
        """, parameters: [Self.id],
      body: .json(
        [ConsultationSchemas.text(configuration.messageLength), ConsultationSchemas.clientID],
        example: ["content": "How am I doing today?", "message_id": "0E1F"]),
      responses: [
        .success(
          "The stored message.",
          .object(
            ConsultationSchemas.messageMembers + [
              .init("user_message", ConsultationSchemas.message, "The same message."),
              FieldDeclaration.any("assistant_message", "Always null.").nullable,
            ]), status: 201, flattened: true,
          example: ConsultationSchemas.exampleMessage.merging([
            "user_message": ConsultationSchemas.exampleMessage, "assistant_message": nil,
          ]))
      ],
      errors: [
        Self.foreign, .init(409, "CONSULTATION_NOT_ACTIVE", "The consultation is completed."),
        .init(409, "MESSAGE_ID_REUSED", "The id belongs to a message with other text."), .quotaExceeded,
        .init(
          429, "TOO_MANY_PENDING",
          "\(configuration.maxWaiting) messages wait for an answer. `Retry-After` states the seconds to wait."),
        rateLimit,
      ])
  }

  // MARK: - Parts

  private static let id = ParameterDeclaration.path("id", "The id of the consultation.")
  private static let foreign = ErrorDeclaration.forbidden("The consultation belongs to another account.")
  private static let persona = FieldDeclaration.string(
    "persona", oneOf: Persona.allCases.flatMap { [$0.rawValue, ConsultationJSON.type($0)] },
    "A persona, in either vocabulary.")

  /// Client families read a consultation at the top or under `consultation`.
  private static let consultationTwice =
    ConsultationSchemas.consultationMembers + [
      .init("consultation", ConsultationSchemas.consultation, "The same consultation.")
    ]
  private static let exampleTwice = ConsultationSchemas.exampleConsultation.merging([
    "consultation": ConsultationSchemas.exampleConsultation
  ])
  private static let consultation = ResponseDeclaration.success(
    "The consultation.", .object(consultationTwice), flattened: true, example: exampleTwice)

  private var rateLimit: ErrorDeclaration {
    .init(
      429, "RATE_LIMIT",
      """
      The user sent more than \(configuration.messagesPerMinute) messages within a minute, or the account made too many \
      changes. `Retry-After` states the seconds to wait.
      """)
  }
}
