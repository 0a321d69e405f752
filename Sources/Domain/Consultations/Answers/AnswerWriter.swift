import Realtime
import Runtime
import Storage

/// Stores the pieces of one answer and tells the sockets of each. The provider writes one piece after the other.
final class AnswerWriter: Sendable {
  private let task: AnswerHandler.Task
  private let handler: AnswerHandler
  private let state: Locked<String>

  init(task: AnswerHandler.Task, handler: AnswerHandler) {
    self.task = task
    self.handler = handler
    state = Locked(task.written)
  }

  /// All of the answer so far.
  var text: String { state.withLock { $0 } }

  /// Returns once the piece is stored. It outlasts the process; of an answer that is not complete, a loss of power may
  /// take the last pieces, and it goes on from what is left. Nobody waits for the disk with each word.
  /// - Throws: `AnswerFailure.stopped` where the user wants no more.
  func write(_ piece: String) async throws {
    let consultation = task.consultation
    guard !handler.running.isStopped(consultation.id) else { throw AnswerFailure.stopped }
    guard !piece.isEmpty else { return }
    let payload = AnswerEvents.chunk(task.answer, piece, offset: text.utf8.count)
    let handler = handler
    try await handler.database.writeUnsynced { connection in
      try handler.append(AnswerEvents.chunk, payload, consultation, in: connection)
    }
    state.withLock { $0 += piece }
    handler.outbox.published(userID: consultation.userID, topic: consultation.topic)
  }
}
