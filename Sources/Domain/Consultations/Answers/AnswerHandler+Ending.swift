import API
import Bytes
import Coach
import HealthModels
import JSONCodec
import Jobs
import Storage

/// How an answer ends: with all that follows from it in one transaction.
extension AnswerHandler {
  func finish(
    _ writer: AnswerWriter, _ task: Task, _ state: ConsultationMessage.State, _ outcome: AnswerOutcome
  ) async -> @Sendable (any SQLConnection) throws -> Void {
    let text = writer.text
    let answer = closed(task, text, state, tokens: outcome.tokensUsed)
    return { connection in
      try MessageRepository.update(answer, in: connection)
      try append(AnswerEvents.complete, AnswerEvents.complete(answer), task.consultation, in: connection)
      // After the end of the answer, as the flow of the specification has it; events are delivered in the order of their ids.
      for draft in outcome.templates { try keep(draft, task, in: connection) }
      if let facts = outcome.facts {
        try FactsRepository.add(facts, userID: task.consultation.userID, at: environment.now(), in: connection)
      }
      try end(task.consultation.id, memory: outcome.memory, answered: task.question, in: connection)
    }
  }

  func finish(
    _ writer: AnswerWriter, _ task: Task, _ failure: AnswerFailure
  ) async -> @Sendable (any SQLConnection) throws -> Void {
    let text = writer.text
    switch failure {
    case .stopped:
      let answer = closed(task, text, .stopped, tokens: nil)
      return { connection in
        try MessageRepository.update(answer, in: connection)
        try append(AnswerEvents.complete, AnswerEvents.complete(answer), task.consultation, in: connection)
        try end(task.consultation.id, answered: task.question, in: connection)
      }
    case .service(let reason):
      return { connection in
        try fail(closed(task, text, .failed, tokens: nil), text, "AI_SERVICE_ERROR", reason, in: connection)
        try end(task.consultation.id, in: connection)
      }
    case .interrupted:
      let reason = "The answer was interrupted by a restart of the server. Please send the message again."
      return { connection in
        try fail(closed(task, text, .failed, tokens: nil), text, "SERVER_ERROR", reason, in: connection)
        try end(task.consultation.id, in: connection)
      }
    }
  }

  func closed(
    _ task: Task, _ text: String, _ state: ConsultationMessage.State, tokens: Int?
  ) -> ConsultationMessage {
    var answer = task.answer
    answer.content = text
    answer.state = state
    answer.tokensUsed = tokens
    let took = environment.now().since(task.startedAt)
    answer.processingMilliseconds = Int(max(.zero, took) / .milliseconds(1))
    return answer
  }

  /// Ends an answer, and marks its question so that it can be sent again.
  func fail(
    _ answer: ConsultationMessage, _ text: String, _ code: String, _ reason: String, in connection: any SQLConnection
  ) throws {
    var answer = answer
    answer.content = text
    answer.state = .failed
    answer.errorCode = code
    try MessageRepository.update(answer, in: connection)
    if let id = answer.answers, var question = try MessageRepository.find(id: id, in: connection) {
      question.state = .failed
      question.errorCode = code
      try MessageRepository.update(question, in: connection)
    }
    guard let consultation = try ConsultationRepository.find(id: answer.consultationID, in: connection) else { return }
    try append(
      AnswerEvents.failed, AnswerEvents.failed(answer, code: code, text: reason), consultation, in: connection)
  }

  /// Lets the next message have its answer, if one waits.
  func end(
    _ id: String, memory: String? = nil, answered: ConsultationMessage? = nil, in connection: any SQLConnection
  ) throws {
    if var question = answered {
      question.state = .complete
      try MessageRepository.update(question, in: connection)
    }
    guard var consultation = try ConsultationRepository.find(id: id, in: connection) else { return }
    let now = environment.now()
    consultation.memory = memory ?? consultation.memory
    if answered != nil { consultation.messageCount += 1 }
    consultation.lastMessageAt = now
    consultation.updatedAt = now
    consultation.isAnswering =
      try consultation.status == .active && !MessageRepository.waiting(id, in: connection).isEmpty
    if consultation.isAnswering {
      try queue.enqueue(
        kind: Self.jobKind, payload: ["consultation_id": .string(id)], userID: consultation.userID, in: connection)
    }
    try ConsultationRepository.update(consultation, in: connection)
  }

  /// A template that cannot be stored (there are too many) costs the user the template, not the answer.
  func keep(_ draft: TemplateDraft, _ task: Task, in connection: any SQLConnection) throws {
    let id: String
    do {
      id = try templates.store(draft, userID: task.consultation.userID, in: connection)
    } catch let problem as Problem {
      let event = AnswerEvents.failed(task.answer, code: problem.code, text: problem.message)
      return try append(AnswerEvents.failed, event, task.consultation, in: connection)
    }
    let template: JSONValue = [
      "id": .string(id), "template_id": .string(id), "type": .string(draft.kindName), "kind": .string(draft.kindName),
      "name": .string(draft.name), "description": .string(draft.description),
    ]
    let event = AnswerEvents.template(task.answer, id: environment.newID(), template: template)
    try append(AnswerEvents.template, event, task.consultation, in: connection)
  }
}
