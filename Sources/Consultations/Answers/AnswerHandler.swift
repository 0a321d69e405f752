package import Bytes
import Coach
import Foundation
import JSONCodec
package import Jobs
package import Realtime
package import Storage
import Web

/// Answers the oldest message of a consultation that waits: the pieces are stored as they come, the end is one
/// transaction with everything that follows from it.
package struct AnswerHandler: JobHandler {
  package static let jobKind = "consultation.answer"

  package var kind: String { Self.jobKind }

  let database: any Database
  let queue: JobQueue
  let outbox: Outbox
  let provider: any CoachProvider
  let diary: any DiarySource
  let profile: any ProfileSource
  let templates: any TemplateKeeper
  let running: RunningAnswers
  let ambient: Ambient

  /// Messages that a provider is shown.
  private static let historyLength = 100

  package init(
    database: any Database, queue: JobQueue, outbox: Outbox, provider: any CoachProvider, diary: any DiarySource,
    profile: any ProfileSource, templates: any TemplateKeeper, running: RunningAnswers, ambient: Ambient
  ) {
    self.database = database
    self.queue = queue
    self.outbox = outbox
    self.provider = provider
    self.diary = diary
    self.profile = profile
    self.templates = templates
    self.running = running
    self.ambient = ambient
  }

  package func run(_ job: Job) async throws -> @Sendable (any SQLConnection) throws -> Void {
    guard let id = job.payload["consultation_id"]?.stringValue else {
      throw JobFailure.permanent("the job names no consultation")
    }
    running.began(id)
    defer { running.ended(id) }
    guard let task = try await begin(id) else {
      return { connection in
        try close(id, in: connection)
        try end(id, in: connection)
      }
    }
    outbox.published(userID: task.consultation.userID, topic: task.consultation.topic)
    let writer = AnswerWriter(task: task, handler: self)
    do {
      let turn = try await turn(task)
      let outcome = try await untilStopped(id) {
        try await provider.answer(turn, after: task.written) { try await writer.write($0) }
      }
      return await finish(writer, task, .complete, outcome)
    } catch let failure as AnswerFailure {
      return await finish(writer, task, failure)
    }
  }

  /// After several tries: the database or the provider failed in ways that nobody foresaw.
  package func giveUp(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws {
    guard let id = job.payload["consultation_id"]?.stringValue,
      try ConsultationRepository.find(id: id, in: connection) != nil
    else { return }
    let reason = "The answer could not be written. Please send the message again."
    if let answer = try MessageRepository.running(id, in: connection) ?? unbegun(id, in: connection) {
      let written = try AnswerEvents.written(answer, in: connection)
      try fail(answer, written, "SERVER_ERROR", reason, in: connection)
    }
    try end(id, in: connection)
  }

  package func committed(_ job: Job) {
    guard let id = job.payload["consultation_id"]?.stringValue, let userID = job.userID else { return }
    outbox.published(userID: userID, topic: Consultation.topic(id))
    // The next message of the consultation, where there is one, has its job now.
    queue.wake()
  }

  // MARK: - Beginning

  /// An answer that is to be written, or to be gone on with.
  struct Task: Sendable {
    var consultation: Consultation
    var question: ConsultationMessage
    var answer: ConsultationMessage
    var written: String
    var startedAt: Timestamp
  }

  /// - Returns: nil where nothing waits.
  private func begin(_ id: String) async throws -> Task? {
    let now = ambient.now()
    let newID = ambient.newID()
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

  private static func answer(
    to question: ConsultationMessage, id: String, at now: Timestamp
  ) -> ConsultationMessage {
    ConsultationMessage(
      id: id, consultationID: question.consultationID, number: 0, role: .assistant, content: "", state: .streaming,
      answers: question.id, createdAt: now)
  }

  /// An answer to the oldest message that waits, for a job that never came to begin one.
  private func unbegun(_ id: String, in connection: any SQLConnection) throws -> ConsultationMessage? {
    guard let question = try MessageRepository.waiting(id, in: connection).first else { return nil }
    return try MessageRepository.append(
      Self.answer(to: question, id: ambient.newID(), at: ambient.now()), in: connection)
  }

  /// Keeps what an answer had when a crash ended it, where its consultation was completed before it could go on.
  private func close(_ id: String, in connection: any SQLConnection) throws {
    guard var answer = try MessageRepository.running(id, in: connection) else { return }
    answer.content = try AnswerEvents.written(answer, in: connection)
    answer.state = .stopped
    try MessageRepository.update(answer, in: connection)
  }

  private func turn(_ task: Task) async throws -> AnswerTurn {
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
  private func untilStopped(
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

  // MARK: - Ending

  private func finish(
    _ writer: AnswerWriter, _ task: Task, _ state: ConsultationMessage.State, _ outcome: AnswerOutcome
  ) async -> @Sendable (any SQLConnection) throws -> Void {
    let text = writer.text
    let answer = closed(task, text, state, tokens: outcome.tokensUsed)
    return { connection in
      try MessageRepository.update(answer, in: connection)
      for draft in outcome.templates { try keep(draft, task, in: connection) }
      try append(AnswerEvents.complete, AnswerEvents.complete(answer), task.consultation, in: connection)
      if let facts = outcome.facts {
        try FactsRepository.add(facts, userID: task.consultation.userID, at: ambient.now(), in: connection)
      }
      try end(task.consultation.id, memory: outcome.memory, answered: task.question, in: connection)
    }
  }

  private func finish(
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

  private func closed(
    _ task: Task, _ text: String, _ state: ConsultationMessage.State, tokens: Int?
  ) -> ConsultationMessage {
    var answer = task.answer
    answer.content = text
    answer.state = state
    answer.tokensUsed = tokens
    let took = ambient.now().since(task.startedAt)
    answer.processingMilliseconds = Int(max(.zero, took) / .milliseconds(1))
    return answer
  }

  /// Ends an answer, and marks its question so that it can be sent again.
  private func fail(
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
  private func end(
    _ id: String, memory: String? = nil, answered: ConsultationMessage? = nil, in connection: any SQLConnection
  ) throws {
    if var question = answered {
      question.state = .complete
      try MessageRepository.update(question, in: connection)
    }
    guard var consultation = try ConsultationRepository.find(id: id, in: connection) else { return }
    let now = ambient.now()
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
  private func keep(_ draft: TemplateDraft, _ task: Task, in connection: any SQLConnection) throws {
    let id: String
    do {
      id = try templates.keep(draft, userID: task.consultation.userID, in: connection)
    } catch let problem as Problem {
      let event = AnswerEvents.failed(task.answer, code: problem.code, text: problem.message)
      return try append(AnswerEvents.failed, event, task.consultation, in: connection)
    }
    let template: JSONValue = [
      "id": .string(id), "template_id": .string(id), "type": .string(draft.kindName), "kind": .string(draft.kindName),
      "name": .string(draft.name), "description": .string(draft.description),
    ]
    let event = AnswerEvents.template(task.answer, id: ambient.newID(), template: template)
    try append(AnswerEvents.template, event, task.consultation, in: connection)
  }

  func append(
    _ kind: String, _ payload: JSONValue, _ consultation: Consultation, in connection: any SQLConnection
  ) throws {
    try outbox.append(
      userID: consultation.userID, topic: consultation.topic, kind: kind, payload: payload, in: connection)
  }
}

extension TemplateDraft {
  /// meal, workout or wellness.
  var kindName: String {
    switch self {
    case .meal: "meal"
    case .workout: "workout"
    case .wellness: "wellness"
    }
  }
}
