import WebSocketCodec

/// The life cycle of a WebSocket up to the end of its closing handshake (RFC 6455 §7). A state machine without I/O.
///
///   open ──closeRequested──▶ closing ──peerClosed, peerEnded, peerBrokeProtocol──▶ lingering ──▶ closed
///   open ──peerClosed, peerEnded, peerBrokeProtocol──▶ ending ──endpointFinished──▶ lingering
struct WebSocketLifeCycle {
  struct CloseFrame: Equatable {
    var code: UInt16
    var reason = ""
  }

  /// The reaction to an event. The deadline replaces that of the last action.
  enum Action: Equatable {
    case none
    /// Send the frame, and await that of the peer.
    case startClosing(CloseFrame, until: ContinuousClock.Instant)
    /// Stop reading. The endpoint takes the pending events; `endpointFinished` follows.
    case finishEvents(until: ContinuousClock.Instant)
    /// Send the frame, unless the peer disconnected, and give the peer time to read it. `flushed` follows.
    case linger(CloseFrame?, until: ContinuousClock.Instant)
    /// Finish sending, and discard input.
    case shutDownWriting(until: ContinuousClock.Instant)
    case discard(until: ContinuousClock.Instant)
    case wait(until: ContinuousClock.Instant)
    case close
  }

  private enum State {
    case open
    /// Input is ignored. The endpoint handles earlier messages, then the close frame is sent.
    case ending(CloseFrame?, FrameSkipper?)
    /// The server's close frame is queued; the peer's is awaited.
    case closing
    /// The last frame is queued. The peer gets time to read it, and its input is discarded.
    case lingering(Linger)
    case closed
  }

  private struct Linger {
    var budget: LingerBudget
    /// Finds the close frame of a peer that violated the protocol; nil if this side ends without waiting for one.
    var skipper: FrameSkipper?
    var isShutDown = false

    var awaitsCloseFrame: Bool { skipper?.isDone == false }
  }

  private var state = State.open
  private let closeTimeout: Duration
  private let maxMessageBytes: Int

  init(_ configuration: WebSocketConfiguration) {
    closeTimeout = configuration.closeTimeout
    maxMessageBytes = configuration.maxMessageBytes
  }

  var isOpen: Bool { if case .open = state { true } else { false } }

  /// Whether the endpoint takes the last events.
  var isEnding: Bool { if case .ending = state { true } else { false } }

  var isLingering: Bool { if case .lingering = state { true } else { false } }

  var isClosed: Bool { if case .closed = state { true } else { false } }

  /// Whether the endpoint may still send.
  var maySend: Bool {
    switch state {
    case .open, .ending: true
    case .closing, .lingering, .closed: false
    }
  }

  /// Whether frames of the peer are read.
  var isReading: Bool {
    switch state {
    case .open, .closing: true
    case .ending, .lingering, .closed: false
    }
  }

  // MARK: - Events of this side

  /// The endpoint or the server closes the connection.
  mutating func closeRequested(_ frame: CloseFrame, now: ContinuousClock.Instant) -> Action {
    switch state {
    case .open:
      state = .closing
      return .startClosing(frame, until: now + closeTimeout)
    case .ending: return endpointFinished(now: now)
    case .closing, .lingering, .closed: return .none
    }
  }

  /// The endpoint has taken all events.
  mutating func endpointFinished(now: ContinuousClock.Instant) -> Action {
    guard case .ending(let frame, let skipper) = state else { return .none }
    return linger(frame, skipper, now)
  }

  /// The kernel has accepted all output.
  ///
  /// A proxy that receives the end of this side may close the client's connection while the client still sends, and the
  /// close frame is lost. So this side ends after the close frame of a client whose message was refused, or its silence.
  mutating func flushed(now: ContinuousClock.Instant) -> Action {
    guard case .lingering(let linger) = state, !linger.isShutDown else { return .none }
    return linger.awaitsCloseFrame ? .discard(until: linger.budget.due(now)) : shutDown(linger, now)
  }

  /// The deadline of the last action passed. - Parameter hasUnsent: whether output is queued.
  mutating func deadlinePassed(hasUnsent: Bool, now: ContinuousClock.Instant) -> Action {
    switch state {
    case .ending: endpointFinished(now: now)
    case .lingering(let linger) where !linger.isShutDown && !hasUnsent: shutDown(linger, now)
    case .open, .closing, .lingering, .closed: .close
    }
  }

  /// The connection is closed. - Returns: false if it was before.
  mutating func closed() -> Bool {
    guard !isClosed else { return false }
    state = .closed
    return true
  }

  // MARK: - Events of the peer

  /// - Parameter code: nil for a close frame without one.
  mutating func peerClosed(_ code: UInt16?, now: ContinuousClock.Instant) -> Action {
    end(CloseFrame(code: code ?? 1000), nil, now)
  }

  /// - Parameter skipper: finds the peer's close frame in the input that follows; nil if it cannot be found.
  mutating func peerBrokeProtocol(
    _ error: WebSocketError, _ skipper: FrameSkipper?, now: ContinuousClock.Instant
  ) -> Action {
    end(CloseFrame(code: error.closeCode, reason: error.reason), skipper, now)
  }

  /// The peer has finished sending without a close frame. It may still read. - Parameter hasUnsent: whether output is queued.
  mutating func peerEnded(hasUnsent: Bool, now: ContinuousClock.Instant) -> Action {
    guard case .lingering(var linger) = state else { return end(nil, nil, now) }
    guard hasUnsent, !linger.isShutDown else { return .close }
    linger.skipper = nil
    state = .lingering(linger)
    return .none
  }

  /// Input arrived that is discarded.
  mutating func discarded(_ bytes: UnsafeRawBufferPointer) {
    guard case .lingering(var linger) = state else { return }
    unsafe linger.skipper?.receive(bytes)
    state = .lingering(linger)
  }

  /// A read of discarded input ended. - Parameter count: the bytes from the peer, encrypted ones included.
  mutating func discarded(count: Int) -> Action {
    guard case .lingering(var linger) = state else { return .none }
    linger.budget.received(count)
    state = .lingering(linger)
    return linger.budget.isSpent ? .close : .none
  }

  /// All input that was there is discarded. - Parameter hasUnsent: whether output is queued.
  mutating func discardPaused(hasUnsent: Bool, now: ContinuousClock.Instant) -> Action {
    guard case .lingering(let linger) = state, !hasUnsent else { return .none }
    if !linger.isShutDown, !linger.awaitsCloseFrame { return shutDown(linger, now) }
    return .wait(until: linger.budget.due(now))
  }

  // MARK: - Transitions

  private mutating func end(_ frame: CloseFrame?, _ skipper: FrameSkipper?, _ now: ContinuousClock.Instant) -> Action {
    switch state {
    case .open:
      state = .ending(frame, skipper)
      return .finishEvents(until: now + closeTimeout)
    case .closing: return linger(nil, skipper, now)
    case .ending, .lingering, .closed: return .none
    }
  }

  /// Closing with unread input makes the kernel reset the connection, and the close frame may be lost with it.
  private mutating func linger(
    _ frame: CloseFrame?, _ skipper: FrameSkipper?, _ now: ContinuousClock.Instant
  ) -> Action {
    let budget = LingerBudget(messageLimit: maxMessageBytes, timeout: closeTimeout, now: now)
    state = .lingering(Linger(budget: budget, skipper: skipper))
    return .linger(frame, until: budget.end)
  }

  private mutating func shutDown(_ linger: Linger, _ now: ContinuousClock.Instant) -> Action {
    var linger = linger
    linger.isShutDown = true
    state = .lingering(linger)
    return .shutDownWriting(until: now + min(LingerBudget.maxQuiet, closeTimeout))
  }
}
