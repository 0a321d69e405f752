import Net
import Runtime
import WebSocketCodec

/// Drives one WebSocket: decodes frames, queues messages for the endpoint, answers pings, and does the I/O that its life
/// cycle and its timers require.
///
/// It is called by the connection and has no task of its own. Confined to its loop's thread. It and the connection retain
/// each other until the connection is closed.
final class WebSocketDriver {
  let connection: ByteConnection
  let configuration: WebSocketConfiguration
  /// The handler of events; nil for an endpoint that takes them in a task of its own, and after the last event.
  private(set) var conversation: (any WebSocketConversation)?

  /// Passes the frames to the interceptor of a server in development.
  private var interception = SocketInterception()
  private var lifeCycle: WebSocketLifeCycle
  private var mailbox = WebSocketMailbox()
  private var timers: WebSocketTimers
  private var timer = ConnectionDeadline()
  private var decoder: MessageDecoder
  private var encoder: MessageEncoder
  private var pongs = WebSocketPongs()
  private var closeWaiter: CheckedContinuation<Void, Never>?
  private var whenOver: (() -> Void)?
  /// Whether reading is suspended until the endpoint takes messages.
  private var isPaused = false
  /// Whether a message was sent or received since the last ping was due.
  private var isBusy = false
  /// The time at which the present input was received.
  private var now = ContinuousClock.now

  init(_ connection: ByteConnection, _ configuration: WebSocketConfiguration, deflate: DeflateParameters?) {
    self.connection = connection
    self.configuration = configuration
    lifeCycle = WebSocketLifeCycle(configuration)
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

  func take() -> WebSocketMailbox.Taken {
    if let event = takeQueued() { return .event(event) }
    if lifeCycle.isOpen { return mailbox.takeWake() ? .event(.woken) : .nothing }
    if lifeCycle.isEnding { perform(lifeCycle.endpointFinished(now: .now)) }
    return .over
  }

  private func takeQueued() -> SessionEvent? {
    if let event = mailbox.takeFirst() { return event }
    guard isPaused else { return nil }
    isPaused = false
    if decode() { connection.yield() }
    return mailbox.takeFirst()
  }

  /// Resumes `waiter` with the next event; with nil if no event will follow.
  func wait(_ waiter: WebSocketMailbox.Waiter) {
    // Where the task is not isolated to the loop, an event may have arrived since it called `take()`.
    switch take() {
    case .event(let event): unsafe waiter.resume(returning: event)
    case .over: unsafe waiter.resume(returning: nil)
    case .nothing: unsafe mailbox.wait(waiter)
    }
  }

  /// Waits for the next time slice if events are pending and this one is used up.
  func yieldIfNeeded() async {
    if !mailbox.isEmpty, connection.isTimeSliceOver() { await connection.waitForTimeSlice() }
  }

  private var hasUnsent: Bool { connection.queuedBytes > 0 }

  /// Whether the endpoint may still send.
  var maySend: Bool { lifeCycle.maySend }

  func send(_ message: [UInt8], isText: Bool) {
    guard maySend else { return }
    isBusy = true
    guard interception.sends(message, isText: isText) else { return }
    connection.write(isText ? encoder.text(message) : encoder.binary(message))
  }

  func send(_ frame: WebSocketFrame) {
    guard maySend else { return }
    isBusy = true
    if interception.sends(frame) { connection.write(frame.bytes) }
  }

  func push(_ event: SessionEvent) {
    guard lifeCycle.isOpen else { return }
    if mailbox.allowsSync, let conversation, conversation.handleSync(event) { return }
    if mailbox.deliver(event) { startConversationTask() }
  }

  func wake() {
    if lifeCycle.isOpen, mailbox.wake() { startConversationTask() }
  }

  /// Starts the closing handshake, or answers the close frame of the peer now. Events that the endpoint has not taken are
  /// dropped.
  func close(_ code: UInt16, _ reason: String) {
    if maySend { mailbox.removeAll() }
    perform(lifeCycle.closeRequested(.init(code: code, reason: reason), now: .now))
  }

  /// Closes the connection with 1000 unless it is closing, and waits for its end.
  func closed() async {
    close(1000, "")
    await withCheckedContinuation { task in
      if lifeCycle.isClosed { task.resume() } else { closeWaiter = task }
    }
    whenOver?()
    whenOver = nil
  }

  // MARK: - Conversation

  /// Passes events to `conversation` from now on, and calls `whenOver` when the connection is closed. Returns when no event
  /// is pending.
  func begin(_ conversation: (any WebSocketConversation)?, whenOver: @escaping () -> Void) async {
    self.whenOver = whenOver
    guard let conversation else { return await closed() }
    self.conversation = conversation
    mailbox.conversationBegan()
    await ConversationTask(driver: self).run()
  }

  /// The conversation's task found no event. - Returns: whether it ends; it waits otherwise.
  func endsTask() -> Bool { mailbox.nothingPending() }

  /// The conversation receives no further event.
  func conversationEnded() {
    conversation = nil
    mailbox.conversationEnded()
  }

  private func startConversationTask() {
    if !ConversationTask(driver: self).start() { finish() }
  }

  // MARK: - Reading

  /// Reads until the time slice ends. Stops while the endpoint is behind, so that a flood fills the socket buffers of the
  /// peer and not the memory of the server.
  private func read() {
    guard !isPaused, decode() else { return }
    while true {
      guard let outcome = unsafe connection.receiveAvailable({ unsafe decoder.receive($0) }) else { return }
      guard case .bytes = outcome else { return peerEnded() }
      now = .now
      timers.receivedBytes()
      guard decode() else { return }
      if connection.mayHoldMore, yields() { return }
    }
  }

  private func yields() -> Bool {
    guard connection.isTimeSliceOver() else { return false }
    connection.yield()
    return true
  }

  /// Handles received frames while the mailbox has space. - Returns: whether to receive more bytes.
  private func decode() -> Bool {
    guard !interception.isStopped else { return false }
    do throws(WebSocketError) {
      while lifeCycle.isReading {
        guard !mailbox.isFull(configuration) else {
          isPaused = true
          return false
        }
        guard let event = try decoder.next() else { return true }
        if interception.handles(event) {
          handle(event)
        } else if interception.isStopped {
          return false
        }
        if decoder.hasUnread, yields() { return false }
      }
    } catch {
      perform(lifeCycle.peerBrokeProtocol(error, decoder.skipperAfterFailure(), now: .now))
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
      if lifeCycle.isOpen, let payload = pongs.answer(payload) { pong(payload) }
    case .pong:
      if timers.receivedPong(now) { rearm() }
    case .close(let code, _):
      perform(lifeCycle.peerClosed(code, now: .now))
    }
  }

  private func pong(_ payload: [UInt8]) {
    if interception.sends(control: .pong(payload)) { connection.write(FrameEncoder.pong(payload)) }
  }

  private func touch() {
    isBusy = true
    if timers.receivedActivity(now) { rearm() }
  }

  private func peerEnded() {
    guard connection.isOpen else { return finish() }
    perform(lifeCycle.peerEnded(hasUnsent: hasUnsent, now: .now))
  }

  // MARK: - Interception

  /// Passes frames to `interceptor` from now on.
  func intercept(by interceptor: any SocketInterceptor) { interception.begin(interceptor) }

  /// Sends a message that was intercepted before, also during the closing handshake.
  func sendIntercepted(_ frame: SocketFrame) {
    switch frame {
    case .text(let message): connection.write(encoder.text(message))
    case .binary(let message): connection.write(encoder.binary(message))
    case .ping, .pong, .close: break
    }
  }

  /// Handles a message that was intercepted before.
  func handleIntercepted(_ frame: SocketFrame) {
    switch frame {
    case .text(let bytes): handle(.text(bytes))
    case .binary(let bytes): handle(.binary(bytes))
    case .ping, .pong, .close: break
    }
  }

  // MARK: - Closing

  private func perform(_ action: WebSocketLifeCycle.Action) {
    switch action {
    case .none: break
    case .startClosing(let frame, let deadline):
      write(frame)
      setCloseDeadline(deadline)
      endEvents()
      if isPaused {
        isPaused = false
        connection.yield()
      }
    case .finishEvents(let deadline):
      setCloseDeadline(deadline)
      if mailbox.isWaiting { perform(lifeCycle.endpointFinished(now: .now)) } else { endEvents() }
    case .linger(let frame, let deadline):
      if let frame { write(frame) }
      setCloseDeadline(deadline)
      if hasUnsent { discard() } else { perform(lifeCycle.flushed(now: .now)) }
      endEvents()
    case .shutDownWriting(let deadline):
      connection.shutdownWriting()
      setCloseDeadline(deadline)
      discard()
    case .discard(let deadline):
      setCloseDeadline(deadline)
      discard()
    case .wait(let deadline): setCloseDeadline(deadline)
    case .close: finish()
    }
  }

  private func write(_ frame: WebSocketLifeCycle.CloseFrame) {
    guard interception.sends(control: .close(frame.code, frame.reason)) else { return }
    connection.write(FrameEncoder.close(code: frame.code, reason: frame.reason))
  }

  private func endEvents() {
    if mailbox.ended() { startConversationTask() }
  }

  private func discard() {
    var hasReceived = false
    while lifeCycle.isLingering {
      guard let outcome = unsafe connection.receiveAvailable({ unsafe lifeCycle.discarded($0) }) else { break }
      guard case .bytes(let count) = outcome else { return peerEnded() }
      hasReceived = true
      perform(lifeCycle.discarded(count: count))
      if connection.mayHoldMore, yields() { break }
    }
    guard hasReceived else { return }
    perform(lifeCycle.discardPaused(hasUnsent: hasUnsent, now: .now))
  }

  /// Closes the connection without a close frame.
  private func finish() {
    guard lifeCycle.closed() else { return }
    timer.invalidate()
    connection.close()
    interception.end()
    endEvents()
    closeWaiter?.resume()
    closeWaiter = nil
  }

  // MARK: - Timers

  /// The time of the last data frame or ping.
  var lastActivity: ContinuousClock.Instant { timers.lastActivity }

  func changeTimers(_ change: (inout WebSocketTimers) -> Void) {
    change(&timers)
    rearm()
  }

  private func setCloseDeadline(_ deadline: ContinuousClock.Instant) { changeTimers { $0.closeDeadline = deadline } }

  private func rearm() {
    guard !lifeCycle.isClosed else { return }
    timer.set(timers.next, on: connection.loop) { [self] in timerPassed() }
  }

  private func timerPassed() {
    let now = ContinuousClock.now
    // A peer is not silent if its messages wait for the endpoint.
    while !lifeCycle.isClosed, let due = timers.due(now, isBehind: isPaused && !hasUnsent) {
      switch due {
      case .idle: push(.idle)
      case .deadline: push(.deadline)
      case .ping: ping()
      case .dead: if !interception.isStopped { finish() }
      case .closing: perform(lifeCycle.deadlinePassed(hasUnsent: hasUnsent, now: now))
      }
    }
    rearm()
  }

  private func ping() {
    if interception.sends(control: .ping([])) { connection.write(FrameEncoder.ping([])) }
    // An idle connection keeps no buffers, compression windows or tasks.
    if !isBusy {
      decoder.releaseIdleMemory()
      encoder.releaseIdleMemory()
      mailbox.peerFellSilent()
    }
    isBusy = false
  }
}

extension WebSocketDriver: ByteConnectionOwner {
  func becameReadable() {
    if lifeCycle.isReading { read() } else if lifeCycle.isLingering { discard() }
  }

  func flushed() {
    if lifeCycle.isLingering {
      perform(lifeCycle.flushed(now: .now))
    } else if let payload = pongs.flushed(), lifeCycle.isOpen {
      pong(payload)
    }
  }

  func connectionClosed() { finish() }
}
