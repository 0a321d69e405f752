import API
import Bytes
package import HTTPServer
import JSONCodec
package import Realtime
import Storage

/// `/ws/consultation?consultation_id=` and `/api/v1/consultations/{id}/ws`: one consultation, streamed.
///
/// Who may not come in is told so by the status of the handshake (wire contract C10).
package struct ConsultationSocket: ConversationalEndpoint {
  /// Which of the two vocabularies is spoken.
  package enum Vocabulary: Sendable {
    case current
    /// - Parameter meals: the dialect of meal news.
    case legacy(meals: any EventDialect)
  }

  private let vocabulary: Vocabulary
  private let consultations: ConsultationsService
  private let hub: RealtimeHub

  package init(_ vocabulary: Vocabulary, consultations: ConsultationsService, hub: RealtimeHub) {
    self.vocabulary = vocabulary
    self.consultations = consultations
    self.hub = hub
  }

  package func refusal(of request: Request) async throws -> Response? {
    if let refusal = hub.refusal(of: request) { return refusal }
    _ = try await find(request)
    return nil
  }

  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    // Asked again: between the two it may have been completed. Then the answer can only be a close.
    guard let consultation = try? await find(request) else {
      await session.close(1000, "The consultation is not active any more.")
      return nil
    }
    let listener = ConsultationListener(
      consultation: consultation, consultations: consultations, vocabulary: vocabulary)
    switch vocabulary {
    case .current:
      let dialect = ConsultationDialect(consultation: consultation, newID: consultations.environment.newID)
      return await EventSocket(dialect: dialect, hub: hub, listener: listener).open(session, request)
    case .legacy(let meals):
      let dialect = LegacyConsultationDialect(consultation: consultation, meals: meals)
      return await EventSocket(dialect: dialect, hub: hub, listener: listener).open(session, request)
    }
  }

  /// The consultation that the request is for. - Throws: `Problem` 400, 401, 403, 404.
  private func find(_ request: Request) async throws -> Consultation {
    guard let identity = try await hub.identity(of: request) else { throw Problem.unauthorized() }
    let id = request.parameters["id"] ?? request.queryValue("consultation_id") ?? request.queryValue("consultationId")
    guard let id, !id.isEmpty else {
      throw Problem.badRequest("consultation_id is missing.", details: ["consultation_id": "required"])
    }
    let consultation = try await consultations.get(id: id, userID: identity.userID)
    guard consultation.status == .active else {
      throw Problem.badRequest(code: "CONSULTATION_NOT_ACTIVE", "This consultation is not active any more.")
    }
    return consultation
  }
}

/// Handles the messages of a user in a consultation.
struct ConsultationListener: SocketListener {
  let consultation: Consultation
  let consultations: ConsultationsService
  let vocabulary: ConsultationSocket.Vocabulary

  /// 5,000 characters of which each may be a pair of escaped surrogates.
  var maxBytes: Int { 96 << 10 }

  /// The running answer is told from its start, also where some of it was told before (the bubble begins anew).
  func start(from stored: Int64) async throws -> Int64 {
    let id = consultation.id
    let begin = try await consultations.database.read { connection in
      try MessageRepository.running(id, in: connection).flatMap { try AnswerEvents.position(of: $0, in: connection) }
    }
    return begin.map { min(stored, $0 - 1) } ?? stored
  }

  func heard(_ message: JSONValue, type: String) async throws -> SocketReply {
    switch type {
    case "user_message", "message": return await say(message)
    case "stop":
      consultations.stop(id: consultation.id)
      return .nothing
    // Some clients answer a ping of the protocol by a message as well.
    case "pong": return .nothing
    default: return .error(code: "INVALID_MESSAGE", "This type of message is not known.")
    }
  }

  private func say(_ message: JSONValue) async -> SocketReply {
    do {
      try consultations.writes?.admit(userID: consultation.userID)
      let (text, clientID) = try ConsultationInput.message(
        JSONFields(message.objectValue ?? [:]), length: consultations.configuration.messageLength)
      let stored = try await consultations.say(
        text, clientID: clientID, id: consultation.id, userID: consultation.userID)
      guard case .legacy(let meals) = vocabulary else { return .nothing }
      let dialect = LegacyConsultationDialect(consultation: consultation, meals: meals)
      return .frame(dialect.received(stored, at: consultations.environment.now()))
    } catch let problem as Problem {
      return .error(code: problem.code, problem.message)
    } catch {
      return .error(code: "SERVER_ERROR", "The message could not be stored. Please send it again.")
    }
  }
}
