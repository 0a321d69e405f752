import Bytes
import Coach
import Storage

/// What an answer begins with: its question, what was written before a crash, and what the coach may know.
extension AnswerHandler {
  /// An answer that is to be written, or to be gone on with.
  struct Task: Sendable {
    var consultation: Consultation
    var question: ConsultationMessage
    var answer: ConsultationMessage
    var written: String
    var startedAt: Timestamp
  }

  /// - Returns: nil where nothing waits.
  func begin(_ id: String) async throws -> Task? {
    let now = environment.now()
    let newID = environment.newID()
    return try await database.write { connection in
      guard let consultation = try ConsultationRepository.find(id: id, in: connection), consultation.status == .active
      else { return nil }
      // The question that has an answer begun is not always the oldest: a failed one may have been sent again.
      if let answer = try MessageRepository.running(id, in: connection), let asked = answer.answers,
        let question = try MessageRepository.find(id: asked, in: connection)
      {
        let written = try AnswerEvents.written(answer, in: connection)
        return Task(consultation: consultation, question: question, answer: answer, written: written, startedAt: now)
      }
      guard let question = try MessageRepository.waiting(id, in: connection).first else { return nil }
      let answer = try MessageRepository.append(Self.answer(to: question, id: newID, at: now), in: connection)
      try append(AnswerEvents.start, AnswerEvents.start(answer), consultation, in: connection)
      return Task(consultation: consultation, question: question, answer: answer, written: "", startedAt: now)
    }
  }

  static func answer(
    to question: ConsultationMessage, id: String, at now: Timestamp
  ) -> ConsultationMessage {
    ConsultationMessage(
      id: id, consultationID: question.consultationID, number: 0, role: .assistant, content: "", state: .streaming,
      answers: question.id, createdAt: now)
  }

  /// An answer to the oldest message that waits, for a job that never came to begin one.
  func unbegun(_ id: String, in connection: any SQLConnection) throws -> ConsultationMessage? {
    guard let question = try MessageRepository.waiting(id, in: connection).first else { return nil }
    return try MessageRepository.append(
      Self.answer(to: question, id: environment.newID(), at: environment.now()), in: connection)
  }

  /// Keeps what an answer had when a crash ended it, where its consultation was completed before it could go on.
  func close(_ id: String, in connection: any SQLConnection) throws {
    guard var answer = try MessageRepository.running(id, in: connection) else { return }
    answer.content = try AnswerEvents.written(answer, in: connection)
    answer.state = .stopped
    try MessageRepository.update(answer, in: connection)
  }

  func turn(_ task: Task) async throws -> AnswerTurn {
    let consultation = task.consultation
    let stored = try await database.read { connection in
      (
        try MessageRepository.latest(
          consultation.id, before: task.question.number, limit: Self.historyLength, in: connection),
        try FactsRepository.find(consultation.userID, in: connection)
      )
    }
    let known = try await profile.profile(of: consultation.userID)
    return AnswerTurn(
      userID: consultation.userID, consultationID: consultation.id, persona: consultation.persona,
      history: stored.0.map { Said(number: $0.number, isUser: $0.role == .user, text: $0.content) },
      message: task.question.content,
      memory: consultation.memory,
      facts: known.facts.updated(by: stored.1.facts).updated(by: known.facts(since: stored.1.at)),
      diary: try await diary.diary(of: consultation.userID, days: 7))
  }

  /// A model that says nothing is ended as well where the user wants no more.
  func untilStopped(
    _ id: String, _ body: @escaping @Sendable () async throws -> AnswerOutcome
  ) async throws -> AnswerOutcome {
    try await withThrowingTaskGroup { group in
      group.addTask { try await body() }
      group.addTask { try await running.stopped(id) }
      defer { group.cancelAll() }
      guard let outcome = try await group.next() else { throw AnswerFailure.stopped }
      return outcome
    }
  }
}
