import Net
import Runtime
import WebSocketCodec

/// Drives one WebSocket: takes frames from the connection, keeps messages for the endpoint, answers pings, watches the
/// clock, closes.
///
/// It works by calls and has no task of its own. Not `Sendable`: it lives on its loop's thread. It and the connection hold
/// each other until the connection is closed.
@safe final class WebSocketDriver {
  enum Phase {
    case open
    /// Nothing that the peer still sends counts. The endpoint hears and answers what came before, then `goodbye` goes.
    case ending
    /// Our close frame is queued; the peer's is awaited.
    case closing
    /// The last frame is queued. The peer gets time to read it, and what it still sends is discarded.
    case lingering
    case closed
  }

  let connection: ByteConnection
  let configuration: WebSocketConfiguration
  var timers: WebSocketTimers
  var phase = Phase.open
  var inbox = WebSocketInbox()
  /// The close frame with which a connection in the phase `ending` ends; nil: none, the peer is gone.
  var goodbye: (code: UInt16, reason: String)?
  var timer: Deadline?
  /// Set in the phase `lingering`.
  var lingerBudget: LingerBudget?
  /// Looks for the close frame of a peer that broke a rule; nil: this side of the connection ends without waiting for it.
  var skipper: FrameSkipper?
  var isShut = false
  var closeWaiter: CheckedContinuation<Void, Never>?
  /// Who is told what happens, where no endpoint waits for it.
  var conversation: (any WebSocketConversation)?
  /// Whether a task tells the conversation what is there.
  var isInTurn = false
  /// Whether that task ends as soon as there is nothing left.
  var parks = false
  var whenOver: (() -> Void)?

  private var decoder: MessageDecoder
  private var encoder: MessageEncoder
  private var pongs = WebSocketPongs()
  private var endpoint: UnsafeContinuation<SessionEvent?, Never>?
  private var isWoken = false
  /// Whether reading waits for the endpoint.
  private var isPaused = false
  /// Whether a message went or came since the last ping was due.
  private var isBusy = false
  /// The moment at which the bytes came that are being read.
  private var now = ContinuousClock.now

  init(_ connection: ByteConnection, _ configuration: WebSocketConfiguration, deflate: DeflateParameters?) {
    self.connection = connection
    self.configuration = configuration
    timers = WebSocketTimers(pingInterval: configuration.pingInterval, now: now)
    decoder = MessageDecoder(maxMessageBytes: configuration.maxMessageBytes, deflate: deflate)
    encoder = MessageEncoder(deflate: deflate)
  }

  /// Begins to read. - Parameter remainder: bytes that came behind the upgrade request.
  func start(_ remainder: [UInt8]) {
    connection.owner = self
    guard connection.isOpen else { return finish() }
    rearm()
    decoder.receive(remainder)
    read()
  }

  // MARK: - The endpoint's side

  enum Taken {
    case event(SessionEvent)
    /// Nothing yet: `wait` for it.
    case nothing
    /// There will be nothing more.
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

  /// Whether the endpoint waits for something to happen.
  var isAwaited: Bool { unsafe endpoint != nil }

  /// Hands the endpoint what it waits for; nil: the end.
  func resumeEndpoint(_ event: SessionEvent?) {
    guard let continuation = unsafe endpoint else { return }
    unsafe endpoint = nil
    unsafe continuation.resume(returning: event)
  }

  /// Whether the endpoint may still say something.
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

  /// Whether frames of the peer still count.
  var isReading: Bool { phase == .open || phase == .closing }

  /// Reads no further while the endpoint is behind, so that a flood waits in the sender's kernel; and only for as long as
  /// others of the loop may be kept waiting.
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

  /// Handles the complete frames that have arrived, as long as there is room for what they bring.
  /// - Returns: whether more bytes are to be received.
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
    // What the endpoint is too slow to take, or the kernel's queue to let in, is no silence of the peer.
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
    // Buffers, windows and tasks are for those who talk.
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
