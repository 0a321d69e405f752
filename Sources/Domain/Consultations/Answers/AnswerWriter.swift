import Realtime
import Runtime
import Storage

/// Stores the pieces of one answer and wakes the sockets after each. The provider writes the pieces one at a time.
final class AnswerWriter: Sendable {
  private let pending: PendingAnswer
  private let database: any Database
  private let store: AnswerStore
  private let outbox: Outbox
  private let running: RunningAnswers
  private let state: Locked<String>

  init(
    _ pending: PendingAnswer, database: any Database, store: AnswerStore, outbox: Outbox, running: RunningAnswers
  ) {
    self.pending = pending
    self.database = database
    self.store = store
    self.outbox = outbox
    self.running = running
    state = Locked(pending.written)
  }

  /// The text of the answer so far, that of earlier runs included.
  var text: String { state.withLock { $0 } }

  /// Returns once the piece is stored.
  ///
  /// The write is not synced, because a sync per word would cost a disk write each. A crash of the process loses nothing;
  /// a power failure may lose the last pieces, and the answer continues from the rest.
  /// - Throws: `AnswerFailure.stopped` if the user stopped the answer; errors of the database.
  func write(_ piece: String) async throws {
    let consultation = pending.consultation
    guard !running.isStopped(consultation.id) else { throw AnswerFailure.stopped }
    guard !piece.isEmpty else { return }
    let payload = AnswerEvents.chunk(pending.answer, piece, offset: text.utf8.count)
    let store = store
    try await database.writeUnsynced(in: .user(consultation.userID)) { connection in
      try store.append(AnswerEvents.chunk, payload, consultation, in: connection)
    }
    state.withLock { $0 += piece }
    outbox.published(userID: consultation.userID, topic: consultation.topic)
  }
}
