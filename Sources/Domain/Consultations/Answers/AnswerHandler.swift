package import Bytes
import Coach
import HealthModels
import JSONCodec
package import Jobs
package import Realtime
package import Storage

/// Answers the oldest waiting message of a consultation.
///
/// Each piece of the answer is stored before it is sent. The end of the answer and all its effects (templates, facts,
/// the job for the next message) are one transaction.
package struct AnswerHandler: JobHandler {
  /// The kind of the jobs that this handler runs.
  package static let jobKind = "consultation.answer"

  /// The kind of the jobs that this handler runs.
  package var kind: String { Self.jobKind }

  private let database: any Database
  private let queue: JobQueue
  private let outbox: Outbox
  private let provider: any CoachProvider
  private let diary: any DiaryStore
  private let profile: any ProfileSource
  private let running: RunningAnswers
  private let environment: Environment
  private let store: AnswerStore

  /// The maximum number of earlier messages that a provider receives.
  private static let historyLength = 100

  /// - Parameters:
  ///   - queue: the queue of `jobKind`.
  ///   - running: shared with the service whose clients stop answers.
  package init(
    database: any Database, queue: JobQueue, outbox: Outbox, provider: any CoachProvider, diary: any DiaryStore,
    profile: any ProfileSource, templates: any TemplateStore, running: RunningAnswers, environment: Environment
  ) {
    self.database = database
    self.queue = queue
    self.outbox = outbox
    self.provider = provider
    self.diary = diary
    self.profile = profile
    self.running = running
    self.environment = environment
    store = AnswerStore(queue: queue, outbox: outbox, templates: templates, environment: environment)
  }

  /// Writes the answer. The returned closure completes it in the transaction that closes the job.
  /// - Throws: `JobFailure.permanent` for a job without a consultation; errors of the database and of the provider
  ///   other than `AnswerFailure`, after which the job is retried.
  package func run(_ job: Job) async throws -> JobEffect {
    guard let id = job.payload["consultation_id"]?.stringValue else {
      throw JobFailure.permanent("the job names no consultation")
    }
    running.began(id)
    defer { running.ended(id) }
    let newID = environment.newID()
    guard let pending = try await database.write(in: job.scope, { try store.begin(id, newID: newID, in: $0) }) else {
      return { connection in
        try store.closeInterrupted(id, in: connection)
        try store.end(id, in: connection)
        return nil
      }
    }
    outbox.published(userID: pending.consultation.userID, topic: pending.consultation.topic)
    let writer = AnswerWriter(pending, database: database, store: store, outbox: outbox, running: running)
    do {
      let turn = try await turn(pending)
      let outcome = try await runUntilStopped(id) {
        try await provider.answer(turn, after: pending.written) { try await writer.write($0) }
      }
      let text = writer.text
      return { connection in
        try store.complete(pending, text: text, outcome, in: connection)
        return try store.log(outcome.meal, removing: outcome.removedMeal, pending, diary, in: connection)
      }
    } catch let failure as AnswerFailure {
      let text = writer.text
      return { connection in
        try store.end(pending, text: text, failure, in: connection)
        return nil
      }
    }
  }

  /// Ends the answer with an error after the last attempt failed. The user can send the message again.
  package func failedPermanently(
    _ job: Job, _ error: any Error, in connection: any SQLConnection
  ) throws -> AfterCommit? {
    guard let id = job.payload["consultation_id"]?.stringValue,
      try ConsultationRepository.find(id: id, in: connection) != nil
    else { return nil }
    try store.failUnfinished(
      id, "SERVER_ERROR", "The answer could not be written. Please send the message again.", in: connection)
    try store.end(id, in: connection)
    return nil
  }

  /// Returns false: the user received the failure and may have sent the message again, or further ones.
  package func reopen(_ job: Job, in connection: any SQLConnection) throws -> Bool { false }

  /// Wakes the sockets of the consultation, and a worker for its next message.
  package func committed(_ job: Job) {
    guard let id = job.payload["consultation_id"]?.stringValue, let userID = job.userID else { return }
    outbox.published(userID: userID, topic: Consultation.topic(id))
    queue.wake()
  }

  private func turn(_ pending: PendingAnswer) async throws -> AnswerTurn {
    let consultation = pending.consultation
    let stored = try await database.read { connection in
      (
        history: try MessageRepository.latest(
          consultation.id, before: pending.question.number, limit: Self.historyLength, in: connection),
        facts: try FactsRepository.find(consultation.userID, in: connection)
      )
    }
    let account = try await profile.bodyProfile(of: consultation.userID)
    return AnswerTurn(
      userID: consultation.userID, consultationID: consultation.id, persona: consultation.persona,
      history: stored.history.map {
        HistoryMessage(number: $0.number, isUser: $0.role == .user, text: $0.content)
      },
      message: pending.question.content,
      dialogueState: consultation.dialogueState,
      facts: account.facts.updated(by: stored.facts.facts).updated(by: account.facts(since: stored.facts.at)),
      diary: try await diary.diary(of: consultation.userID, days: 7))
  }

  /// Cancels `body` when the user stops the answer, also while a provider emits nothing.
  private func runUntilStopped(
    _ id: String, _ body: @escaping @Sendable () async throws -> AnswerOutcome
  ) async throws -> AnswerOutcome {
    try await withThrowingTaskGroup { group in
      group.addTask { try await body() }
      group.addTask { try await running.waitUntilStopped(id) }
      defer { group.cancelAll() }
      guard let outcome = try await group.next() else { throw AnswerFailure.stopped }
      return outcome
    }
  }
}
