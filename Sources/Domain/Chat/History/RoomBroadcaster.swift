import API
import HTTPServer
import Runtime

/// Tells the outcomes of batches in the order of their transactions, whichever thread comes first to tell. Any thread.
final class RoomBroadcaster: Sendable {
  private struct Ended {
    var waiting: [RoomHistory.Waiting]
    /// Empty where nothing was kept.
    var results: [Result<RoomHistory.Outcome, Problem>]
  }

  private struct State {
    /// By the number of the batch: those that wait for one before them.
    var ended: [Int: Ended] = [:]
    var next = 0
    var isTelling = false
  }

  private let channels: RoomChannels
  private let observer: ChatObserver
  private let state = Locked(State())

  init(channels: RoomChannels, observer: ChatObserver) {
    self.channels = channels
    self.observer = observer
  }

  /// A batch is durable.
  func stored(_ batch: RoomHistory.Batch, _ results: [Result<RoomHistory.Outcome, Problem>]) {
    ended(batch.number, Ended(waiting: batch.waiting, results: results))
  }

  /// Nothing of a batch was kept: those behind it need not wait for it.
  func failed(_ batch: RoomHistory.Batch) { ended(batch.number, Ended(waiting: [], results: [])) }

  private func ended(_ number: Int, _ batch: Ended) {
    let mustTell = state.withLock { state in
      state.ended[number] = batch
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard mustTell else { return }
    while let next = takeNext() { tell(next) }
  }

  private func takeNext() -> Ended? {
    state.withLock { state in
      guard let next = state.ended.removeValue(forKey: state.next) else {
        state.isTelling = false
        return nil
      }
      state.next += 1
      return next
    }
  }

  /// One frame for each change, whatever the number of those who hear it; each room gets its frames together.
  private func tell(_ batch: Ended) {
    var messages: [Int64: [WebSocketGroup.Message]] = [:]
    var stored = 0
    for (waiting, result) in zip(batch.waiting, batch.results) {
      waiting.reply(result)
      guard case .success(.done(let change)) = result else { continue }
      stored += 1
      guard channels.isOpen(change.message.roomID) else { continue }
      messages[change.message.roomID, default: []].append(
        .init(.text(ChatFrames.encoded(change)), number: change.number))
    }
    observer.stored(stored)
    observer.encoded(messages.values.reduce(0) { $0 + $1.count })
    for (roomID, messages) in messages { channels.send(messages, to: roomID) }
  }
}
