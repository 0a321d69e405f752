import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime
import Storage

/// Handles the messages of a user in a consultation.
struct ConsultationRequests: ClientMessageHandler {
  let consultation: Consultation
  let consultations: ConsultationsService
  /// nil on the current path, which does not confirm messages.
  let legacyFrames: LegacyConsultationFrames?

  /// A running answer is sent from its start, even if a part of it was delivered before: clients empty its bubble.
  func startPosition(after stored: Int64) async throws -> Int64 {
    let id = consultation.id
    let begin = try await consultations.database.read { connection in
      try MessageRepository.running(id, in: connection).flatMap { try AnswerEvents.position(of: $0, in: connection) }
    }
    return begin.map { min(stored, $0 - 1) } ?? stored
  }

  func handle(_ message: JSONValue, type: String) async throws -> MessageReply {
    switch ConsultationRequestType.byName[type] {
    case .message: return await post(message)
    case .stop:
      consultations.stop(id: consultation.id)
      return .nothing
    case .pong: return .nothing
    case nil: return .error(code: "INVALID_MESSAGE", "Unknown message type.")
    }
  }

  private func post(_ message: JSONValue) async -> MessageReply {
    do {
      try consultations.writes?.admit(userID: consultation.userID)
      let (text, clientID) = try ConsultationInput.message(
        JSONFields(message.objectValue ?? [:]), length: consultations.configuration.messageLength)
      let stored = try await consultations.addMessage(
        text, clientID: clientID, id: consultation.id, userID: consultation.userID)
      guard let legacyFrames else { return .nothing }
      return .frame(legacyFrames.received(stored, at: consultations.environment.now()))
    } catch let problem as Problem {
      return .error(code: problem.code, problem.message)
    } catch {
      return .error(code: "SERVER_ERROR", "The message could not be stored. Send it again.")
    }
  }
}
