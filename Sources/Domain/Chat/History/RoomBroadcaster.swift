import API
import Runtime

/// Delivers the outcomes of batches in the order of their transactions: replies to authors, frames to rooms. Any thread.
final class RoomBroadcaster: Sendable {
  private struct FinishedBatch {
    var waiting: [RoomHistory.Waiting]
    /// Empty if the transaction failed.
    var results: [Result<RoomHistory.Outcome, Problem>]
  }

  private struct State {
    /// Batches that wait for an earlier one, by number.
    var finished: [Int: FinishedBatch] = [:]
    var next = 0
    var isDelivering = false
  }

  private let channels: RoomChannels
  private let observer: ChatObserver
  private let state = Locked(State())

  init(channels: RoomChannels, observer: ChatObserver) {
    self.channels = channels
    self.observer = observer
  }

  /// Delivers a batch that is durable.
  func stored(_ batch: RoomHistory.Batch, _ results: [Result<RoomHistory.Outcome, Problem>]) {
    finish(batch.number, FinishedBatch(waiting: batch.waiting, results: results))
  }

  /// Skips a batch whose transaction failed.
  func failed(_ batch: RoomHistory.Batch) { finish(batch.number, FinishedBatch(waiting: [], results: [])) }

  private func finish(_ number: Int, _ batch: FinishedBatch) {
    let mustDeliver = state.withLock { state in
      state.finished[number] = batch
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard mustDeliver else { return }
    while let next = takeNext() { deliver(next) }
  }

  private func takeNext() -> FinishedBatch? {
    state.withLock { state in
      guard let next = state.finished.removeValue(forKey: state.next) else {
        state.isDelivering = false
        return nil
      }
      state.next += 1
      return next
    }
  }

  /// Encodes one frame for each change, whatever the number of receivers. Each room gets its frames together.
  private func deliver(_ batch: FinishedBatch) {
    var messages: [Int64: [RoomFrame]] = [:]
    var stored = 0
    for (waiting, result) in zip(batch.waiting, batch.results) {
      waiting.reply(result)
      guard case .success(.done(let change)) = result else { continue }
      stored += 1
      guard channels.isOpen(change.message.roomID) else { continue }
      messages[change.message.roomID, default: []].append(
        RoomFrame(ChatFrames.encoded(change), number: change.number))
    }
    observer.stored(stored)
    observer.encoded(messages.values.reduce(0) { $0 + $1.count })
    for (roomID, messages) in messages { channels.send(messages, to: roomID) }
  }
}
