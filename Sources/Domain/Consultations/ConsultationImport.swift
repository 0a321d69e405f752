import API
package import Bytes
package import Coach
import FoundationEssentials
package import Storage

/// Stores consultations with their answers in the caller's transaction, for demo data. Clients get no events of them.
package struct ConsultationImport: Sendable {
  /// A message of the user with the answer of the coach.
  package struct Exchange: Sendable {
    /// The message of the user.
    package var question: String
    /// The time of the message.
    package var askedAt: Timestamp
    /// The complete answer.
    package var answer: String
    /// The time at which the answer was complete.
    package var answeredAt: Timestamp

    /// - Parameter answeredAt: not before `askedAt`.
    package init(question: String, askedAt: Timestamp, answer: String, answeredAt: Timestamp) {
      self.question = question
      self.askedAt = askedAt
      self.answer = answer
      self.answeredAt = answeredAt
    }
  }

  private let environment: Environment

  /// - Parameter environment: makes the ids.
  package init(environment: Environment) { self.environment = environment }

  /// Stores a consultation.
  /// - Parameters:
  ///   - exchanges: at least one, oldest first.
  ///   - state: after the last answer.
  ///   - isCompleted: whether the user completed it after the last answer.
  package func insert(
    _ exchanges: [Exchange], persona: Persona, state: DialogueState, isCompleted: Bool, userID: String,
    in connection: any SQLConnection
  ) throws {
    guard let first = exchanges.first, let last = exchanges.last else { return }
    var consultation = Consultation(
      id: environment.newID(), userID: userID, kind: .coach, persona: persona, status: .active, dialogueState: "{}",
      createdAt: first.askedAt, updatedAt: last.answeredAt)
    try ConsultationRepository.insert(consultation, in: connection)
    for exchange in exchanges { try insert(exchange, consultation.id, in: connection) }
    let encoder = JSONEncoder()
    // Equal states give equal rows.
    encoder.outputFormatting = .sortedKeys
    consultation.dialogueState = String(decoding: try encoder.encode(state), as: UTF8.self)
    consultation.messageCount = 2 * exchanges.count
    consultation.lastMessageAt = last.answeredAt
    if isCompleted {
      consultation.status = .completed
      consultation.completedAt = last.answeredAt
    }
    try ConsultationRepository.update(consultation, in: connection)
    try FactsRepository.add(state.facts, userID: userID, at: last.answeredAt, in: connection)
  }

  /// The number of a user's consultations.
  package static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    try ConsultationRepository.list(
      userID: userID, status: nil, persona: nil, page: Page(limit: 1), in: connection
    ).total
  }

  private func insert(_ exchange: Exchange, _ id: String, in connection: any SQLConnection) throws {
    let question = try MessageRepository.append(
      ConsultationMessage(
        id: environment.newID(), consultationID: id, number: 0, role: .user, content: exchange.question,
        state: .complete, createdAt: exchange.askedAt), in: connection)
    _ = try MessageRepository.append(
      ConsultationMessage(
        id: environment.newID(), consultationID: id, number: 0, role: .assistant, content: exchange.answer,
        state: .complete, answers: question.id,
        processingMilliseconds: Int(max(.zero, exchange.answeredAt.since(exchange.askedAt)) / .milliseconds(1)),
        createdAt: exchange.askedAt), in: connection)
  }
}
