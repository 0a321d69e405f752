import Net
import Runtime
import WebSocketCodec

/// Drives one WebSocket: decodes frames, queues messages for the endpoint, answers pings, runs timers and closes.
///
/// It is called by the connection and has no task of its own. Confined to its loop's thread. It and the connection retain
/// each other until the connection is closed.
@safe final class WebSocketDriver {
  enum Phase {
    case open
    /// Input is ignored. The endpoint handles earlier messages, then the close frame is sent.
    case ending
    /// The server's close frame is queued; the peer's is awaited.
    case closing
    /// The last frame is queued. The peer gets time to read it, and its input is discarded.
    case lingering
    case closed
  }

  let connection: ByteConnection
  let configuration: WebSocketConfiguration
  var timers: WebSocketTimers
  var phase = Phase.open
  var inbox = WebSocketInbox()
  /// The close frame of the phase `ending`; nil if the peer disconnected.
  var goodbye: (code: UInt16, reason: String)?
  var timer: Deadline?
  /// Set in the phase `lingering`.
  var lingerBudget: LingerBudget?
  /// Finds the close frame of a peer that violated the protocol; nil if this side ends without waiting for one.
  var skipper: FrameSkipper?
  var isShut = false
  var closeWaiter: CheckedContinuation<Void, Never>?
  /// The handler of events; nil for an endpoint that waits for them in a task.
  var conversation: (any WebSocketConversation)?
  /// Whether a task passes events to the conversation.
  var isInTurn = false
  /// The task ends when no event is pending.
  var parks = false
  var whenOver: (() -> Void)?

  private var decoder: MessageDecoder
  private var encoder: MessageEncoder
  private var pongs = WebSocketPongs()
  private var endpoint: UnsafeContinuation<SessionEvent?, Never>?
  private var isWoken = false
  /// Whether reading is suspended until the endpoint takes messages.
  private var isPaused = false
  /// Whether a message was sent or received since the last ping was due.
  private var isBusy = false
  /// The time at which the present input was received.
  private var now = ContinuousClock.now

  init(_ connection: ByteConnection, _ configuration: WebSocketConfiguration, deflate: DeflateParameters?) {
    self.connection = connection
    self.configuration = configuration
    timers = WebSocketTimers(pingInterval: configuration.pingInterval, now: now)
    decoder = MessageDecoder(maxMessageBytes: configuration.maxMessageBytes, deflate: deflate)
    encoder = MessageEncoder(deflate: deflate)
  }

  /// Starts reading. - Parameter remainder: bytes that followed the upgrade request.
  func start(_ remainder: [UInt8]) {
    connection.owner = self
    guard connection.isOpen else { return finish() }
    rearm()
    decoder.receive(remainder)
    read()
  }

  // MARK: - Endpoint

  enum Taken {
    case event(SessionEvent)
    /// No event is pending: call `wait`.
    case nothing
    /// No event will follow.
    case over
  }

  func take() -> Taken {
    if let event = takeWaiting() { return .event(event) }
    switch phase {
    case .open where isWoken:
      isWoken = false
      return .event(.woken)
    case .open: return .nothing
    case .ending:
      sayGoodbye()
      return .over
    case .closing, .lingering, .closed: return .over
    }
  }

  private func takeWaiting() -> SessionEvent? {
    if let event = inbox.takeFirst() { return event }
    guard isPaused else { return nil }
    isPaused = false
    if decode() { connection.yield() }
    return inbox.takeFirst()
  }

  func wait(_ continuation: UnsafeContinuation<SessionEvent?, Never>) {
    unsafe endpoint?.resume(returning: nil)
    unsafe endpoint = continuation
  }

  /// Whether the endpoint waits for an event.
  var isAwaited: Bool { unsafe endpoint != nil }

  /// Resumes the waiting endpoint with an event; nil if no event will follow.
  func resumeEndpoint(_ event: SessionEvent?) {
    guard let continuation = unsafe endpoint else { return }
    unsafe endpoint = nil
    unsafe continuation.resume(returning: event)
  }

  /// Whether the endpoint may still send.
  var isHeard: Bool { phase == .open || phase == .ending }

  func send(_ message: [UInt8], isText: Bool) {
    guard isHeard else { return }
    isBusy = true
    connection.write(isText ? encoder.text(message) : encoder.binary(message))
  }

  func send(_ frame: WebSocketFrame) {
    guard isHeard else { return }
    isBusy = true
    connection.write(frame.bytes)
  }

  func push(_ event: SessionEvent) {
    guard phase == .open, !isHeardAtOnce(event) else { return }
    if isAwaited { return resumeEndpoint(event) }
    inbox.append(event)
    attend()
  }

  func wake() {
    guard phase == .open else { return }
    if isAwaited { return resumeEndpoint(.woken) }
    isWoken = true
    attend()
  }

  // MARK: - Reading

  /// Whether frames of the peer are read.
  var isReading: Bool { phase == .open || phase == .closing }

  /// Reads until the time slice ends. Stops while the endpoint is behind, so that a flood fills the socket buffers of the
  /// peer and not the memory of the server.
  func read() {
    guard !isPaused, decode() else { return }
    while true {
      guard let outcome = unsafe connection.receiveAvailable({ unsafe decoder.receive($0) }) else { return }
      guard case .bytes = outcome else { return peerEnded() }
      now = .now
      timers.receivedBytes()
      guard decode() else { return }
      if connection.mayHoldMore, letsOthersGoFirst() { return }
    }
  }

  func letsOthersGoFirst() -> Bool {
    guard connection.isTimeSliceOver() else { return false }
    connection.yield()
    return true
  }

  func unpause() {
    guard isPaused else { return }
    isPaused = false
    connection.yield()
  }

  /// Handles received frames while the inbox has space. - Returns: whether to receive more bytes.
  private func decode() -> Bool {
    do throws(WebSocketError) {
      while isReading {
        guard !inbox.isFull(configuration) else {
          isPaused = true
          return false
        }
        guard let event = try decoder.next() else { return true }
        handle(event)
        if decoder.hasUnread, letsOthersGoFirst() { return false }
      }
    } catch {
      skipper = decoder.skipperAfterFailure()
      peerBroke(error)
    }
    return false
  }

  private func handle(_ event: WebSocketMessageEvent) {
    switch event {
    case .text(let bytes):
      touch()
      push(.message(bytes, isBinary: false))
    case .binary(let bytes):
      touch()
      push(.message(bytes, isBinary: true))
    case .ping(let payload):
      touch()
      if phase == .open, let payload = pongs.answer(payload) { connection.write(FrameEncoder.pong(payload)) }
    case .pong:
      if timers.receivedPong(now) { rearm() }
    case .close(let code, _):
      peerClosed(code)
    }
  }

  private func touch() {
    isBusy = true
    if timers.receivedActivity(now) { rearm() }
  }

  // MARK: - Timers

  func rearm() {
    guard phase != .closed else { return }
    let timer = timer ?? Deadline { [self] in timerPassed() }
    self.timer = timer
    let wrapped = LoopBound(timer, on: connection.loop)
    let due = timers.next
    connection.loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  private func timerPassed() {
    let now = ContinuousClock.now
    // A peer is not silent if its messages wait for the endpoint.
    while phase != .closed, let due = timers.due(now, isBehind: isPaused && connection.queuedBytes == 0) {
      switch due {
      case .idle: push(.idle)
      case .deadline: push(.deadline)
      case .ping: ping()
      case .dead: finish()
      case .closing: closingTookTooLong()
      }
    }
    rearm()
  }

  private func ping() {
    connection.write(FrameEncoder.ping([]))
    // An idle connection keeps no buffers, compression windows or tasks.
    if !isBusy {
      decoder.releaseIdleMemory()
      encoder.releaseIdleMemory()
      park()
    }
    isBusy = false
  }
}

extension WebSocketDriver: ByteConnectionOwner {
  func becameReadable() {
    switch phase {
    case .open, .closing: read()
    case .lingering: discard()
    case .ending, .closed: break
    }
  }

  func flushed() {
    if phase == .lingering {
      lingerFlushed()
    } else if let payload = pongs.flushed(), phase == .open {
      connection.write(FrameEncoder.pong(payload))
    }
  }

  func connectionClosed() { finish() }
}
