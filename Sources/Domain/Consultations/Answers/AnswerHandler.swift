package import Bytes
import Coach
import JSONCodec
package import Jobs
package import Realtime
package import Storage

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
  let templates: any TemplateStore
  let running: RunningAnswers
  let environment: Environment

  /// Messages that a provider is shown.
  static let historyLength = 100

  package init(
    database: any Database, queue: JobQueue, outbox: Outbox, provider: any CoachProvider, diary: any DiarySource,
    profile: any ProfileSource, templates: any TemplateStore, running: RunningAnswers, environment: Environment
  ) {
    self.database = database
    self.queue = queue
    self.outbox = outbox
    self.provider = provider
    self.diary = diary
    self.profile = profile
    self.templates = templates
    self.running = running
    self.environment = environment
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
  package func failedPermanently(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws {
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

  func append(
    _ kind: String, _ payload: JSONValue, _ consultation: Consultation, in connection: any SQLConnection
  ) throws {
    try outbox.append(
      userID: consultation.userID, topic: consultation.topic, kind: kind, payload: payload, in: connection)
  }
}
