package import API
package import Bytes
import Coach
import JSONCodec
package import Jobs
package import Realtime
package import Storage

/// The consultations of users and their messages.
package struct ConsultationsService: Sendable {
  /// Estimates of the bytes of rows besides their text, for quotas.
  private static let consultationBytes = 400
  private static let messageBytes = 350

  let database: any Database
  let queue: JobQueue
  let outbox: Outbox
  let sockets: any TopicTerminator
  let running: RunningAnswers
  let limiter: RateWindow
  let quota: StorageQuota
  /// The limit on messages that each user writes over sockets; nil if there is none.
  let writes: (any WriteLimiter)?
  let environment: Environment
  let configuration: ConsultationsConfiguration

  /// - Parameters:
  ///   - sockets: closes the sockets of a consultation that was completed or deleted.
  ///   - running: shared with the handler that writes answers.
  package init(
    database: any Database, queue: JobQueue, outbox: Outbox, sockets: any TopicTerminator, running: RunningAnswers,
    quota: StorageQuota = .unlimited, writes: (any WriteLimiter)? = nil, environment: Environment,
    configuration: ConsultationsConfiguration = .init()
  ) {
    self.database = database
    self.queue = queue
    self.outbox = outbox
    self.sockets = sockets
    self.running = running
    self.limiter = RateWindow(limit: configuration.messagesPerMinute)
    self.quota = quota
    self.writes = writes
    self.environment = environment
    self.configuration = configuration
  }

  // MARK: - Consultations

  /// Stores a consultation, with its first message and the job that answers it.
  func create(_ consultation: Consultation, initialMessage: String?) async throws -> (
    Consultation, ConsultationMessage?
  ) {
    if initialMessage != nil { try checkRate(consultation.userID) }
    let limit = configuration.maxActive
    let result = try await database.write(in: .user(consultation.userID)) {
      connection -> (Consultation, ConsultationMessage?) in
      guard try ConsultationRepository.activeCount(of: consultation.userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "CONSULTATION_LIMIT",
          message: "The limit of \(limit) active consultations is reached. Complete or delete one first."
        ).naming(settings: "consultations.max_active")
      }
      try quota.admit(Self.consultationBytes, of: consultation.userID, in: connection)
      try ConsultationRepository.insert(consultation, in: connection)
      guard let initialMessage else { return (consultation, nil) }
      let message = try insert(initialMessage, clientID: nil, to: consultation, in: connection)
      return (try ConsultationRepository.find(id: consultation.id, in: connection) ?? consultation, message)
    }
    if initialMessage != nil { queue.wake() }
    return result
  }

  /// Returns a consultation of the user.
  /// - Throws: `Problem` 404 if it does not exist, 403 if it belongs to another user.
  func get(id: String, userID: String) async throws -> Consultation {
    try await database.read { try find(id: id, userID: userID, in: $0) }
  }

  func list(
    userID: String, status: ConsultationStatus?, persona: Persona?, page: Page
  ) async throws -> (consultations: [Consultation], total: Int) {
    try await ensureMealTracking(of: userID)
    return try await database.read {
      try ConsultationRepository.list(userID: userID, status: status, persona: persona, page: page, in: $0)
    }
  }

  /// Creates the consultation for meal events on the legacy path, unless the user has it
  /// (docs/api/socket-consultation.md#legacy).
  func ensureMealTracking(of userID: String) async throws {
    let found = try await database.read { try ConsultationRepository.mealTracking(of: userID, in: $0) }
    guard found == nil else { return }
    let consultation = draft(userID: userID, kind: .mealTracking, persona: .nutritionist)
    try await database.write(in: .user(userID)) { try ConsultationRepository.insert(consultation, in: $0) }
  }

  /// Creates a consultation that is not stored yet.
  func draft(userID: String, kind: Consultation.Kind, persona: Persona) -> Consultation {
    let now = environment.now()
    return Consultation(
      id: environment.newID(), userID: userID, kind: kind, persona: persona, status: .active, dialogueState: "{}",
      createdAt: now,
      updatedAt: now)
  }

  /// Completes a consultation. A running answer is stopped, and the sockets are closed with 1000.
  func complete(id: String, userID: String) async throws -> Consultation {
    let now = environment.now()
    let consultation = try await database.write(in: .user(userID)) { connection -> Consultation in
      var consultation = try find(id: id, userID: userID, in: connection)
      guard consultation.kind == .coach else {
        throw Problem.conflict(code: "NOT_COMPLETABLE", "The consultation for meal events cannot be completed.")
      }
      guard consultation.status != .completed else { return consultation }
      consultation.status = .completed
      consultation.completedAt = now
      consultation.updatedAt = now
      try ConsultationRepository.update(consultation, in: connection)
      return consultation
    }
    running.stop(consultation.id)
    sockets.close(userID: userID, topic: consultation.topic)
    return consultation
  }

  func delete(id: String, userID: String) async throws {
    let consultation = try await database.write(in: .user(userID)) { connection -> Consultation in
      let consultation = try find(id: id, userID: userID, in: connection)
      try ConsultationRepository.delete(id: consultation.id, in: connection)
      return consultation
    }
    running.stop(consultation.id)
    sockets.close(userID: userID, topic: consultation.topic)
  }

  // MARK: - Messages

  func messages(
    id: String, userID: String, page: Page
  ) async throws -> (messages: [ConsultationMessage], total: Int) {
    try await database.read { connection in
      let consultation = try find(id: id, userID: userID, in: connection)
      return try MessageRepository.list(consultation.id, page: page, in: connection)
    }
  }

  /// Stores a message of the user and the job that answers it, in one transaction.
  ///
  /// - Parameter clientID: the id that the client assigned. Sending the same text under the same id again does not create
  ///   another message; if its answer failed, it is answered again.
  /// - Throws: `Problem` 404, 403, 409 or 429.
  func addMessage(_ text: String, clientID: String?, id: String, userID: String) async throws -> ConsultationMessage {
    try checkRate(userID)
    let message = try await database.write(in: .user(userID)) { connection -> ConsultationMessage in
      let consultation = try find(id: id, userID: userID, in: connection)
      guard consultation.status == .active else {
        throw Problem.conflict(code: "CONSULTATION_NOT_ACTIVE", "This consultation is no longer active.")
      }
      if let clientID,
        let earlier = try MessageRepository.find(clientID: clientID, consultationID: consultation.id, in: connection)
      {
        return try resend(earlier, text, consultation, in: connection)
      }
      return try insert(text, clientID: clientID, to: consultation, in: connection)
    }
    queue.wake()
    return message
  }

  /// Stops the running answer; its text so far is kept.
  /// - Returns: false if no answer is running.
  @discardableResult
  func stop(id: String) -> Bool { running.stop(id.lowercased()) }

  private func resend(
    _ earlier: ConsultationMessage, _ text: String, _ consultation: Consultation, in connection: any SQLConnection
  ) throws -> ConsultationMessage {
    guard earlier.content == text, earlier.role == .user else {
      throw Problem.conflict(code: "MESSAGE_ID_REUSED", "This message id was used for other text.")
    }
    guard earlier.state == .failed else { return earlier }
    try checkWaiting(consultation.id, in: connection)
    var message = earlier
    message.state = .waiting
    message.errorCode = nil
    try MessageRepository.update(message, in: connection)
    try startAnswering(consultation, newMessages: 0, in: connection)
    return message
  }

  private func insert(
    _ text: String, clientID: String?, to consultation: Consultation, in connection: any SQLConnection
  ) throws -> ConsultationMessage {
    try checkWaiting(consultation.id, in: connection)
    try quota.admit(Self.messageBytes + text.utf8.count, of: consultation.userID, in: connection)
    let message = try MessageRepository.append(
      ConsultationMessage(
        id: environment.newID(), consultationID: consultation.id, number: 0, role: .user, content: text,
        state: .waiting,
        clientID: clientID, createdAt: environment.now()), in: connection)
    try startAnswering(consultation, newMessages: 1, in: connection)
    return message
  }

  private func checkWaiting(_ id: String, in connection: any SQLConnection) throws {
    let limit = configuration.maxWaiting
    guard try MessageRepository.waiting(id, in: connection).count < limit else {
      throw Problem(
        status: 429, code: "TOO_MANY_PENDING",
        message: "\(limit) messages are waiting for an answer already. Please wait for one of them.",
        fields: ["Retry-After": "5"]
      ).naming(settings: "consultations.max_waiting")
    }
  }

  /// Enqueues a job unless an answer is running, whose end enqueues the job for the next message.
  private func startAnswering(_ consultation: Consultation, newMessages: Int, in connection: any SQLConnection) throws {
    let now = environment.now()
    var consultation = consultation
    if !consultation.isAnswering {
      try queue.enqueue(
        kind: AnswerHandler.jobKind, payload: ["consultation_id": .string(consultation.id)],
        userID: consultation.userID, in: connection)
    }
    consultation.isAnswering = true
    consultation.messageCount += newMessages
    consultation.lastMessageAt = now
    consultation.updatedAt = now
    try ConsultationRepository.update(consultation, in: connection)
  }

  private func checkRate(_ userID: String) throws {
    guard environment.areLimitsRelaxed || limiter.admits(userID, at: environment.now()) else {
      throw Problem.tooManyRequests(
        retryAfter: 60, "At most \(configuration.messagesPerMinute) messages may be sent within a minute."
      ).naming(settings: "consultations.messages_per_minute")
    }
  }

  private func find(id: String, userID: String, in connection: any SQLConnection) throws -> Consultation {
    guard let consultation = try ConsultationRepository.find(id: id, in: connection) else {
      throw Problem.notFound("Unknown consultation.")
    }
    guard consultation.userID == userID else {
      throw Problem.forbidden("This consultation belongs to another account.")
    }
    return consultation
  }
}

/// Closes the sockets of a topic. `App` connects it to the registry.
package protocol TopicTerminator: Sendable {
  /// Closes the sockets with 1000. Any thread.
  func close(userID: String, topic: String)
}
