package import API
import Coach
import HTTPServer
import JSONCodec

/// The routes under `/api/v1/consultations`.
package struct ConsultationRoutes: Sendable {
  private let consultations: ConsultationsService

  /// Creates the routes of a service.
  package init(consultations: ConsultationsService) { self.consultations = consultations }

  /// All routes; each except the list of quick actions requires an access token.
  package var routes: [Route] {
    let operations = ConsultationOperations(configuration: consultations.configuration)
    return [
      Route(operations.create) { try await create($0) },
      Route(ConsultationOperations.list) { try await list($0) },
      Route(ConsultationOperations.quickActions) { _ in .success(ConsultationJSON.quickActions) },
      Route(ConsultationOperations.get) { request in
        let consultation = try await consultations.get(id: request.parameter("id"), userID: try Self.user(request))
        return Self.answer(consultation)
      },
      Route(ConsultationOperations.delete) { request in
        try await consultations.delete(id: request.parameter("id"), userID: try Self.user(request))
        return .noContent
      },
      Route(ConsultationOperations.complete) { request in
        let consultation = try await consultations.complete(id: request.parameter("id"), userID: try Self.user(request))
        return Self.answer(consultation)
      },
      Route(ConsultationOperations.messages) { try await messages($0) },
      Route(operations.addMessage) { try await addMessage($0) },
    ]
  }

  private static func user(_ request: Request) throws -> String { try request.requireIdentity().userID }

  private static func answer(_ consultation: Consultation, status: Int = 200) -> Response {
    let json = ConsultationJSON.consultation(consultation)
    return .success(json.merging(["consultation": json]), status: status, flattened: true)
  }

  /// Responds with the members of three client families in one body (docs/api/rest-consultations.md#create).
  private func create(_ request: Request) async throws -> Response {
    let input = try ConsultationInput.draft(
      try JSONFields(request), length: consultations.configuration.messageLength)
    var draft = consultations.draft(userID: try Self.user(request), kind: .coach, persona: input.persona)
    draft.goalID = input.goalID
    draft.contextType = input.contextType
    draft.contextID = input.contextID
    draft.quickAction = input.quickAction
    let (consultation, message) = try await consultations.create(draft, initialMessage: input.initialMessage)
    let json = ConsultationJSON.consultation(consultation)
    return .success(
      json.merging([
        "consultation": json, "greeting_message": .string(BuiltInCoach.greeting(consultation.persona)),
        "greetingMessage": .string(BuiltInCoach.greeting(consultation.persona)), "needs_survey": false,
        "needsSurvey": false, "survey_message": nil,
        "initial_message": message.map(ConsultationJSON.message) ?? .null,
      ]), status: 201, flattened: true)
  }

  private func list(_ request: Request) async throws -> Response {
    let page = try Page(request, defaultLimit: 20)
    var status: ConsultationStatus?
    if let text = request.queryValue("status") {
      status = ConsultationStatus(rawValue: text)
      let allowed = ConsultationStatus.allCases.map(\.rawValue).joined(separator: ", ")
      guard status != nil else {
        throw Problem.badRequest("status must be one of \(allowed).", details: ["status": allowed])
      }
    }
    var persona: Persona?
    if let text = request.queryValue("persona") ?? request.queryValue("consultationType") {
      persona = ConsultationJSON.persona(text)
      let allowed = Persona.allCases.map(\.rawValue).joined(separator: ", ")
      guard persona != nil else {
        throw Problem.badRequest("persona must be one of \(allowed).", details: ["persona": allowed])
      }
    }
    let (rows, total) = try await consultations.list(
      userID: try Self.user(request), status: status, persona: persona, page: page)
    return .success(page.list("consultations", rows.map(ConsultationJSON.consultation), total: total))
  }

  private func messages(_ request: Request) async throws -> Response {
    let page = try Page(request, defaultLimit: 50)
    let (rows, total) = try await consultations.messages(
      id: request.parameter("id"), userID: try Self.user(request), page: page)
    return .success(page.list("messages", rows.map(ConsultationJSON.message), total: total))
  }

  /// Responds with a null answer: it is sent over the socket, and is part of the list once it is complete
  /// (docs/api/rest-consultations.md#send).
  private func addMessage(_ request: Request) async throws -> Response {
    let (text, clientID) = try ConsultationInput.message(
      try JSONFields(request), length: consultations.configuration.messageLength)
    let message = try await consultations.addMessage(
      text, clientID: clientID, id: request.parameter("id"), userID: try Self.user(request))
    let json = ConsultationJSON.message(message)
    return .success(json.merging(["user_message": json, "assistant_message": nil]), status: 201, flattened: true)
  }
}
