import Runtime

/// A bounded channel from the worker thread that receives a response to the task that reads it.
///
/// If the task is slower than the endpoint, the channel fills, the worker stops receiving, and TCP flow control slows the
/// endpoint down. One thread writes, one task reads; any thread may cancel.
final class TransferChannel: Sendable {
  enum Event: Sendable, Equatable {
    case head(ResponseHead)
    case bytes([UInt8])
    case end(TransferEnd)
  }

  /// The reader's instruction to the worker thread.
  enum Order: Sendable, Equatable {
    case receive
    /// The answer is complete: later bytes are dropped, and the worker waits for the end of the transfer briefly.
    case finish
    /// End the transfer at once.
    case abort
  }

  /// The number of buffered bytes at which receiving pauses. One call of libcurl may add up to 16 KiB.
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
  private let selfPipe: SelfPipe

  /// - Throws: `unreachable(.system)`.
  init() throws(LanguageModelError) { selfPipe = try SelfPipe() }

  // MARK: - Worker thread

  /// Becomes readable when `order`, `isCancelled` or `isFull` changes.
  var pipe: SelfPipe { selfPipe }

  var order: Order { state.withLock { $0.isCancelled ? .abort : $0.order } }

  /// Whether the request was cancelled, with all its attempts.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether bytes were refused and there is no room for them yet.
  var isFull: Bool { state.withLock { $0.wantsRoom } }

  /// Clears the channel for another attempt.
  func begin() {
    state.withLock { state in
      (state.events, state.bytes, state.order, state.wantsRoom) = ([], 0, .receive, false)
    }
  }

  /// - Returns: false if there is no room; `pipe` becomes readable when there is.
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

  // MARK: - Reading task

  /// Returns the next event. The last event of each transfer is `end`.
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

  /// Changes the instruction for the current transfer.
  func order(_ order: Order) {
    state.withLock { $0.order = order }
    selfPipe.wake()
  }

  /// Cancels the request with all its attempts. Any thread.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    selfPipe.wake()
  }

  private func makeRoom() {
    let isAwaited = state.withLock { state in
      guard state.wantsRoom, state.bytes < Self.maxBytes else { return false }
      state.wantsRoom = false
      return true
    }
    if isAwaited { selfPipe.wake() }
  }
}

/// The end of a transfer.
enum TransferEnd: Sendable, Equatable {
  /// The whole body was received.
  case complete
  /// The reader aborted it.
  case aborted
  case failed(LanguageModelError)
}
