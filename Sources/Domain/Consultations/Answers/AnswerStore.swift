import API
import Bytes
import Coach
import HealthModels
import JSONCodec
import Jobs
import Realtime
import Storage

/// An answer that is to be written, or continued after a crash.
struct PendingAnswer: Sendable {
  var consultation: Consultation
  var question: ConsultationMessage
  var answer: ConsultationMessage
  /// The text that an earlier run stored.
  var written: String
  var startedAt: Timestamp
}

/// The rows, events and jobs of an answer. Every method runs in the caller's transaction.
struct AnswerStore: Sendable {
  let queue: JobQueue
  let outbox: Outbox
  let templates: any TemplateStore
  let environment: Environment

  // MARK: - Begin

  /// Continues the unfinished answer of a consultation, or begins one to the oldest waiting message.
  /// - Returns: nil if no message waits or the consultation is not active.
  func begin(_ id: String, newID: String, in connection: any SQLConnection) throws -> PendingAnswer? {
    let now = environment.now()
    guard let consultation = try ConsultationRepository.find(id: id, in: connection), consultation.status == .active
    else { return nil }
    // The question of an unfinished answer is not always the oldest: a failed one may have been sent again.
    if let answer = try MessageRepository.running(id, in: connection), let asked = answer.answers,
      let question = try MessageRepository.find(id: asked, in: connection)
    {
      let written = try AnswerEvents.written(answer, in: connection)
      return PendingAnswer(
        consultation: consultation, question: question, answer: answer, written: written, startedAt: now)
    }
    guard let question = try MessageRepository.waiting(id, in: connection).first else { return nil }
    let answer = try MessageRepository.append(Self.answer(to: question, id: newID, at: now), in: connection)
    try append(AnswerEvents.start, AnswerEvents.start(answer), consultation, in: connection)
    return PendingAnswer(consultation: consultation, question: question, answer: answer, written: "", startedAt: now)
  }

  private static func answer(
    to question: ConsultationMessage, id: String, at now: Timestamp
  ) -> ConsultationMessage {
    ConsultationMessage(
      id: id, consultationID: question.consultationID, number: 0, role: .assistant, content: "", state: .streaming,
      answers: question.id, createdAt: now)
  }

  /// Appends an event of an answer to the outbox.
  func append(
    _ kind: String, _ payload: JSONValue, _ consultation: Consultation, in connection: any SQLConnection
  ) throws {
    try outbox.append(
      userID: consultation.userID, topic: consultation.topic, kind: kind, payload: payload, in: connection)
  }

  // MARK: - End

  /// Completes an answer with its templates and facts.
  func complete(
    _ pending: PendingAnswer, text: String, _ outcome: AnswerOutcome, in connection: any SQLConnection
  ) throws {
    let answer = ended(pending, text, .complete, tokens: outcome.tokensUsed)
    try MessageRepository.update(answer, in: connection)
    try append(AnswerEvents.complete, AnswerEvents.complete(answer), pending.consultation, in: connection)
    // Clients expect templates after the end of their answer. Events are delivered in the order of their ids.
    for draft in outcome.templates {
      try store(draft, pending, replacing: outcome.replacesTemplate, in: connection)
    }
    if !outcome.forgotten.isEmpty {
      try FactsRepository.forget(outcome.forgotten, userID: pending.consultation.userID, in: connection)
    }
    if let facts = outcome.facts {
      try FactsRepository.add(facts, userID: pending.consultation.userID, at: environment.now(), in: connection)
    }
    try end(
      pending.consultation.id, dialogueState: outcome.dialogueState, answered: pending.question, in: connection)
  }

  /// Ends an answer that is not complete.
  func end(
    _ pending: PendingAnswer, text: String, _ failure: AnswerFailure, in connection: any SQLConnection
  ) throws {
    switch failure {
    case .stopped:
      let answer = ended(pending, text, .stopped, tokens: nil)
      try MessageRepository.update(answer, in: connection)
      try append(AnswerEvents.complete, AnswerEvents.complete(answer), pending.consultation, in: connection)
      try end(pending.consultation.id, answered: pending.question, in: connection)
    case .service(let reason):
      try fail(ended(pending, text, .failed, tokens: nil), "AI_SERVICE_ERROR", reason, in: connection)
      try end(pending.consultation.id, in: connection)
    case .interrupted:
      let reason = "The answer was interrupted by a restart of the server. Please send the message again."
      try fail(ended(pending, text, .failed, tokens: nil), "SERVER_ERROR", reason, in: connection)
      try end(pending.consultation.id, in: connection)
    }
  }

  /// Stores the text of an answer that a crash interrupted and whose consultation was completed before it continued.
  func closeInterrupted(_ id: String, in connection: any SQLConnection) throws {
    guard var answer = try MessageRepository.running(id, in: connection) else { return }
    answer.content = try AnswerEvents.written(answer, in: connection)
    answer.state = .stopped
    try MessageRepository.update(answer, in: connection)
  }

  /// Fails the unfinished answer of a consultation, or the answer that its job never began.
  func failUnfinished(_ id: String, _ code: String, _ reason: String, in connection: any SQLConnection) throws {
    var unfinished = try MessageRepository.running(id, in: connection)
    if unfinished == nil, let question = try MessageRepository.waiting(id, in: connection).first {
      unfinished = try MessageRepository.append(
        Self.answer(to: question, id: environment.newID(), at: environment.now()), in: connection)
    }
    guard var answer = unfinished else { return }
    answer.content = try AnswerEvents.written(answer, in: connection)
    try fail(answer, code, reason, in: connection)
  }

  /// Updates a consultation after an answer, and enqueues the job for the next waiting message.
  /// - Parameters:
  ///   - dialogueState: the new state of the provider; nil leaves the stored one.
  ///   - answered: the question, if it counts as answered.
  func end(
    _ id: String, dialogueState: String? = nil, answered: ConsultationMessage? = nil,
    in connection: any SQLConnection
  ) throws {
    if var question = answered {
      question.state = .complete
      try MessageRepository.update(question, in: connection)
    }
    guard var consultation = try ConsultationRepository.find(id: id, in: connection) else { return }
    let now = environment.now()
    consultation.dialogueState = dialogueState ?? consultation.dialogueState
    if answered != nil { consultation.messageCount += 1 }
    consultation.lastMessageAt = now
    consultation.updatedAt = now
    consultation.isAnswering =
      try consultation.status == .active && !MessageRepository.waiting(id, in: connection).isEmpty
    if consultation.isAnswering {
      try queue.enqueue(
        kind: AnswerHandler.jobKind, payload: ["consultation_id": .string(id)], userID: consultation.userID,
        in: connection)
    }
    try ConsultationRepository.update(consultation, in: connection)
  }

  private func ended(
    _ pending: PendingAnswer, _ text: String, _ state: ConsultationMessage.State, tokens: Int?
  ) -> ConsultationMessage {
    var answer = pending.answer
    answer.content = text
    answer.state = state
    answer.tokensUsed = tokens
    let duration = environment.now().since(pending.startedAt)
    answer.processingMilliseconds = Int(max(.zero, duration) / .milliseconds(1))
    return answer
  }

  /// Marks the question as failed too, so that the client can send it again.
  private func fail(
    _ failed: ConsultationMessage, _ code: String, _ reason: String, in connection: any SQLConnection
  ) throws {
    var answer = failed
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

  /// Removes a meal from the log and logs another one. If that exceeds a limit, the user gets an error beside the answer.
  func log(
    _ meal: MealInWords?, removing old: MealInWords?, _ pending: PendingAnswer, _ diary: any DiaryStore,
    in connection: any SQLConnection
  ) throws -> AfterCommit? {
    let userID = pending.consultation.userID
    if let old { try diary.remove(old, userID: userID, in: connection) }
    do {
      if let meal { try diary.log(meal, userID: userID, in: connection) }
    } catch let problem as Problem {
      let event = AnswerEvents.failed(pending.answer, code: problem.code, text: problem.message)
      try append(AnswerEvents.failed, event, pending.consultation, in: connection)
      return nil
    }
    if meal == nil, old == nil { return nil }
    return { diary.logged(userID: userID) }
  }

  /// Stores a template. If the user has too many, the user loses the template, not the answer.
  private func store(
    _ draft: TemplateDraft, _ pending: PendingAnswer, replacing: Bool, in connection: any SQLConnection
  ) throws {
    let id: String
    let userID = pending.consultation.userID
    do {
      let last = replacing ? try AnswerEvents.lastTemplate(pending.consultation, draft.kindName, in: connection) : nil
      if let last, try templates.replace(id: last, with: draft, userID: userID, in: connection) {
        id = last
      } else {
        id = try templates.store(draft, userID: userID, in: connection)
      }
    } catch let problem as Problem {
      let event = AnswerEvents.failed(pending.answer, code: problem.code, text: problem.message)
      return try append(AnswerEvents.failed, event, pending.consultation, in: connection)
    }
    let template: JSONValue = [
      "id": .string(id), "template_id": .string(id), "type": .string(draft.kindName), "kind": .string(draft.kindName),
      "name": .string(draft.name), "description": .string(draft.description),
    ]
    let event = AnswerEvents.template(pending.answer, id: environment.newID(), template: template)
    try append(AnswerEvents.template, event, pending.consultation, in: connection)
  }
}
