import Runtime

/// What stands between the thread on which an answer arrives and the task that reads it.
///
/// It holds little: where the task does not keep up, the thread stops receiving, and so at last the endpoint stops
/// sending. One thread puts, one task takes; any thread may cancel.
final class TransferChannel: Sendable {
  enum Event: Sendable, Equatable {
    case head(ResponseHead)
    case bytes([UInt8])
    case end(TransferEnd)
  }

  /// What the thread is to do with the transfer.
  enum Order: Sendable, Equatable {
    case receive
    /// The answer is complete for the reader: nothing more is kept, and the end is waited for only a moment.
    case finish
    /// The transfer ends at once.
    case abort
  }

  /// Bytes beyond which nothing more is received; those of one call of libcurl may come on top (16 KiB).
  static let maxBytes = 64 << 10

  private struct State {
    var events: [Event] = []
    var bytes = 0
    var order = Order.receive
    var isCancelled = false
    var wantsRoom = false
    var reader: CheckedContinuation<Event, Never>?
  }

  private let state = Locked(State())
  private let pair: SelfPipe

  /// - Throws: `unreachable(.system)`.
  init() throws(LanguageModelError) { pair = try SelfPipe() }

  // MARK: the thread

  /// What to wait for beside the transfer's own socket.
  var wakePair: SelfPipe { pair }

  var order: Order { state.withLock { $0.isCancelled ? .abort : $0.order } }

  /// Whether the reader wants no more at all, of this transfer and of others.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether bytes were turned away and there is still no room for them.
  var isFull: Bool { state.withLock { $0.wantsRoom } }

  /// Starts anew for another try.
  func begin() {
    state.withLock { state in
      (state.events, state.bytes, state.order, state.wantsRoom) = ([], 0, .receive, false)
    }
  }

  /// - Returns: false where there is no room; `wakePair` tells when there is.
  func put(_ bytes: [UInt8]) -> Bool {
    let reader: CheckedContinuation<Event, Never>?
    let isTaken: Bool
    (reader, isTaken) = state.withLock { state in
      if state.order != .receive { return (nil, true) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, true)
      }
      guard state.bytes < Self.maxBytes else {
        state.wantsRoom = true
        return (nil, false)
      }
      state.bytes += bytes.count
      if case .bytes(let before)? = state.events.last {
        state.events[state.events.count - 1] = .bytes(before + bytes)
      } else {
        state.events.append(.bytes(bytes))
      }
      return (nil, true)
    }
    reader?.resume(returning: .bytes(bytes))
    return isTaken
  }

  func put(head: ResponseHead) { put(event: .head(head)) }

  func put(end: TransferEnd) { put(event: .end(end)) }

  private func put(event: Event) {
    let reader = state.withLock { state -> CheckedContinuation<Event, Never>? in
      guard let reader = state.reader else {
        state.events.append(event)
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: event)
  }

  // MARK: the task

  /// The next event; each transfer's last one is `end`.
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event: Event? = state.withLock { state in
        guard !state.events.isEmpty else {
          state.reader = continuation
          return nil
        }
        let event = state.events.removeFirst()
        if case .bytes(let bytes) = event { state.bytes -= bytes.count }
        return event
      }
      if let event { continuation.resume(returning: event) }
      makeRoom()
    }
  }

  /// The reader wants no more of this transfer.
  func order(_ order: Order) {
    state.withLock { $0.order = order }
    pair.wake()
  }

  /// The reader wants no more at all. Any thread.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    pair.wake()
  }

  private func makeRoom() {
    let isAwaited = state.withLock { state in
      guard state.wantsRoom, state.bytes < Self.maxBytes else { return false }
      state.wantsRoom = false
      return true
    }
    if isAwaited { pair.wake() }
  }
}

/// How a transfer ended.
enum TransferEnd: Sendable, Equatable {
  /// With the whole body.
  case complete
  /// By the reader's order.
  case aborted
  case failed(LanguageModelError)
}
