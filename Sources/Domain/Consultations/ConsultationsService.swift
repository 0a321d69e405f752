package import API
package import Bytes
import Coach
import JSONCodec
package import Jobs
package import Realtime
package import Storage

/// Consultations and what is said in them.
package struct ConsultationsService: Sendable {
  /// Estimates of the bytes that rows count for beside their text.
  private static let consultationBytes = 400
  private static let messageBytes = 350

  let database: any Database
  let queue: JobQueue
  let outbox: Outbox
  let sockets: any TopicTerminator
  let running: RunningAnswers
  let limiter: RateWindow
  let quota: StorageQuota
  /// Limits what each user writes over sockets; nil if it is not limited.
  let writes: (any WriteLimiter)?
  let environment: Environment
  let configuration: ConsultationsConfiguration

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
    let result = try await database.write { connection -> (Consultation, ConsultationMessage?) in
      guard try ConsultationRepository.activeCount(of: consultation.userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "CONSULTATION_LIMIT",
          message: "There are \(limit) active consultations already. Complete or delete one first.")
      }
      try quota.admit(Self.consultationBytes, of: consultation.userID, in: connection)
      try ConsultationRepository.insert(consultation, in: connection)
      guard let initialMessage else { return (consultation, nil) }
      let message = try add(initialMessage, clientID: nil, to: consultation, in: connection)
      return (try ConsultationRepository.find(id: consultation.id, in: connection) ?? consultation, message)
    }
    if initialMessage != nil { queue.wake() }
    return result
  }

  /// The user's consultation. - Throws: `Problem` 404 where there is none, 403 where it is another user's.
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

  /// The consultation that each user has for meal news on the legacy path (C6).
  func ensureMealTracking(of userID: String) async throws {
    let found = try await database.read { try ConsultationRepository.mealTracking(of: userID, in: $0) }
    guard found == nil else { return }
    let consultation = draft(userID: userID, kind: .mealTracking, persona: .nutritionist)
    try await database.write { try ConsultationRepository.insert(consultation, in: $0) }
  }

  /// A consultation that is not stored yet.
  func draft(userID: String, kind: Consultation.Kind, persona: Persona) -> Consultation {
    let now = environment.now()
    return Consultation(
      id: environment.newID(), userID: userID, kind: kind, persona: persona, status: .active, memory: "{}",
      createdAt: now,
      updatedAt: now)
  }

  /// Ends a consultation; an answer that is being written ends with what it has. Its sockets are closed with 1000.
  func complete(id: String, userID: String) async throws -> Consultation {
    let now = environment.now()
    let consultation = try await database.write { connection -> Consultation in
      var consultation = try find(id: id, userID: userID, in: connection)
      guard consultation.kind == .coach else {
        throw Problem.conflict(code: "NOT_COMPLETABLE", "The consultation for meal news stays open.")
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
    let consultation = try await database.write { connection -> Consultation in
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

  /// Stores what a user said and the job that answers it, before anything is answered.
  ///
  /// - Parameter clientID: sending the same text under the same id again is the same message; where its answer had
  ///   failed, it is tried again.
  func say(_ text: String, clientID: String?, id: String, userID: String) async throws -> ConsultationMessage {
    try checkRate(userID)
    let message = try await database.write { connection -> ConsultationMessage in
      let consultation = try find(id: id, userID: userID, in: connection)
      guard consultation.status == .active else {
        throw Problem.conflict(code: "CONSULTATION_NOT_ACTIVE", "This consultation is not active any more.")
      }
      if let clientID,
        let earlier = try MessageRepository.find(clientID: clientID, consultationID: consultation.id, in: connection)
      {
        return try again(earlier, text, consultation, in: connection)
      }
      return try add(text, clientID: clientID, to: consultation, in: connection)
    }
    queue.wake()
    return message
  }

  /// Ends the answer that is being written; what it has so far stays. - Returns: false where none is.
  @discardableResult
  func stop(id: String) -> Bool { running.stop(id.lowercased()) }

  private func again(
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

  private func add(
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
        message: "\(limit) messages wait for an answer already. Please wait for one.", fields: ["Retry-After": "5"])
    }
  }

  /// One answer at a time: where one is being written, its end takes the next message up.
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
    guard limiter.admits(userID, at: environment.now()) else {
      throw Problem.tooManyRequests(
        retryAfter: 60, "At most \(configuration.messagesPerMinute) messages may be sent within a minute.")
    }
  }

  private func find(id: String, userID: String, in connection: any SQLConnection) throws -> Consultation {
    guard let consultation = try ConsultationRepository.find(id: id, in: connection) else {
      throw Problem.notFound("There is no such consultation.")
    }
    guard consultation.userID == userID else {
      throw Problem.forbidden("This consultation belongs to another account.")
    }
    return consultation
  }
}

/// Closes the sockets of one topic. `App` connects it to the registry.
package protocol TopicTerminator: Sendable {
  /// Closes with 1000. Any thread.
  func close(userID: String, topic: String)
}
