import Bytes
import Net
import Runtime
import WebSocketCodec

/// One open WebSocket as endpoints and the hub see it.
///
/// It is an actor on its connection's event loop: code that runs on that loop calls it without a switch of threads,
/// and others may hold it and `wake()` or `tell(_:)` it from anywhere.
package actor WebSocketSession {
  /// Unique among all connections of this process.
  package nonisolated let id: String
  nonisolated let loop: EventLoop

  /// When a data frame or ping last came.
  package private(set) var lastActivity: ContinuousClock.Instant = .now

  private let connection: LoopBound<ByteConnection>
  private let configuration: WebSocketConfiguration
  private var decoder: MessageDecoder
  private var encoder: MessageEncoder
  private var phase = Phase.open

  private var pending: [SessionEvent] = []
  private var woken = false
  private var endpointWaiter: CheckedContinuation<Void, Never>?
  private var readerWaiter: CheckedContinuation<Void, Never>?

  private var idleTimeout: Duration?
  private var idleCountsPongs = false
  private var idleReported = false
  private var lastPong: ContinuousClock.Instant = .now
  private var lastBytes: ContinuousClock.Instant = .now
  private var deadline: ContinuousClock.Instant?
  private var nextPing: ContinuousClock.Instant
  private var closeDeadline: ContinuousClock.Instant?

  /// How the connection ends once the endpoint has seen all messages: by the peer's close frame, or a rule it broke.
  private var ending: (code: UInt16, reason: String)?

  private enum Phase {
    case open
    /// Our close frame is queued; the peer's is awaited.
    case closing
    case closed
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - deflate: what was agreed on for compression.
  ///   - remainder: bytes that came behind the upgrade request.
  init(
    id: String, connection: LoopBound<ByteConnection>, loop: EventLoop, configuration: WebSocketConfiguration,
    deflate: DeflateParameters?, remainder: [UInt8]
  ) {
    self.id = id
    self.loop = loop
    self.connection = connection
    self.configuration = configuration
    encoder = MessageEncoder(deflate: deflate)
    var decoder = MessageDecoder(maxMessageBytes: configuration.maxMessageBytes, deflate: deflate)
    decoder.receive(remainder)
    self.decoder = decoder
    self.nextPing = .now + configuration.pingInterval
  }

  // MARK: - For endpoints

  /// The next thing that happened, or nil once the connection is closed or closing. What the peer sent before it closed,
  /// went, or broke a rule comes first.
  package func next() async -> SessionEvent? {
    while true {
      if !pending.isEmpty {
        let event = pending.removeFirst()
        resume(&readerWaiter)
        return event
      }
      if let ending, phase == .open { close(ending.code, ending.reason) }
      guard phase == .open else { return nil }
      if woken {
        woken = false
        return .woken
      }
      await withCheckedContinuation { endpointWaiter = $0 }
    }
  }

  /// Queues one text message. Where the queue of unsent bytes would pass its bound, the connection is cut instead.
  package func send(_ text: [UInt8]) {
    guard phase == .open else { return }
    write(encoder.text(text))
  }

  /// Queues one binary message, under the same rule as `send(_:)`.
  package func sendBinary(_ bytes: [UInt8]) {
    guard phase == .open else { return }
    write(encoder.binary(bytes))
  }

  /// Waits until everything queued was handed to the kernel. - Returns: false where the connection closed before that,
  /// or is closing already, so that what was sent may have been dropped.
  package func drained() async -> Bool {
    guard phase == .open else { return false }
    return await connection.value.drained()
  }

  /// Starts the closing handshake; later sends are dropped and `next()` returns nil.
  package func close(_ code: UInt16, _ reason: String) {
    guard phase == .open else { return }
    phase = .closing
    // What the endpoint has not looked at by now no longer counts.
    pending = []
    write(FrameEncoder.close(code: code, reason: reason))
    closeDeadline = .now + configuration.closeTimeout
    connection.value.interrupt()
    resume(&endpointWaiter)
    resume(&readerWaiter)
  }

  /// `.idle` is reported once when no data frame and no ping (and, with `countingPongs`, no pong) came for `timeout`;
  /// nil turns it off.
  package func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) {
    idleTimeout = timeout
    idleCountsPongs = countingPongs
    idleReported = false
    connection.value.interrupt()
  }

  /// `.deadline` is reported once `delay` from now; nil takes it back.
  package func setDeadline(after delay: Duration?) {
    deadline = delay.map { .now + $0 }
    connection.value.interrupt()
  }

  /// Makes `next()` return `.woken`. Any thread.
  package nonisolated func wake() {
    loop.spawn { [weak self] _ in await self?.wakeNow() }
  }

  /// Makes `next()` return `.told(notice)`. Any thread.
  package nonisolated func tell(_ notice: SessionNotice) {
    loop.spawn { [weak self] _ in await self?.push(.told(notice)) }
  }

  // MARK: - The connection's side

  /// Serves the connection to its end.
  func run(_ endpoint: any WebSocketEndpoint, _ request: Request) async {
    async let reading: Void = readToEnd()
    await endpoint.serve(self, request)
    close(1000, "")
    await reading
  }

  private func readToEnd() async {
    while phase != .closed {
      processReceived()
      // Both close frames were sent, or the peer broke a rule and was told: the connection may go.
      if ending != nil, phase == .closing { break }
      await waitForRoom()
      guard phase != .closed else { break }
      let now = ContinuousClock.now
      passTimers(now)
      guard phase != .closed else { break }
      let outcome = await unsafe connection.value.receive(until: nextTimer()) { bytes in
        if ending == nil { unsafe decoder.receive(bytes) }
      }
      switch outcome {
      case .bytes: lastBytes = .now
      case .end: finish()
      case .timedOut, .interrupted: break
      }
    }
    _ = await connection.value.drained(patience: configuration.closeTimeout)
    finish()
  }

  /// Handles every complete frame that has arrived.
  private func processReceived() {
    do throws(WebSocketError) {
      while phase != .closed, ending == nil, let event = try decoder.next() { handle(event) }
    } catch {
      end(error.closeCode, error.reason)
    }
  }

  /// Nothing more is read. The endpoint gets what came before; then, or when its time is over, the close frame goes.
  private func end(_ code: UInt16, _ reason: String) {
    ending = (code, reason)
    if phase == .open { closeDeadline = .now + configuration.closeTimeout }
    resume(&endpointWaiter)
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
      if phase == .open { write(FrameEncoder.pong(payload)) }
    case .pong:
      lastPong = .now
      if idleCountsPongs { idleReported = false }
    case .close(let code, _):
      end(code ?? 1000, "")
    }
  }

  private func touch() {
    lastActivity = .now
    idleReported = false
  }

  private func push(_ event: SessionEvent) {
    guard phase == .open else { return }
    pending.append(event)
    resume(&endpointWaiter)
  }

  private func wakeNow() {
    guard phase == .open, !woken else { return }
    woken = true
    resume(&endpointWaiter)
  }

  /// Reads no further while the endpoint is behind, so that a flood waits in the sender's kernel.
  private func waitForRoom() async {
    while phase == .open, ending == nil, pending.count >= configuration.maxPendingMessages {
      await withCheckedContinuation { readerWaiter = $0 }
    }
  }

  private func write(_ frame: [UInt8]) {
    connection.value.write(frame)
    if !connection.value.isOpen { finish() }
  }

  private func finish() {
    guard phase != .closed else { return }
    phase = .closed
    connection.value.close()
    resume(&endpointWaiter)
    resume(&readerWaiter)
  }

  // MARK: - Timers

  private func nextTimer() -> ContinuousClock.Instant {
    if let closeDeadline { return closeDeadline }
    var next = nextPing
    if let idle = idleDue, idle < next { next = idle }
    if let deadline, deadline < next { next = deadline }
    return next
  }

  private var idleDue: ContinuousClock.Instant? {
    guard let idleTimeout, !idleReported else { return nil }
    return (idleCountsPongs ? max(lastActivity, lastPong) : lastActivity) + idleTimeout
  }

  private func passTimers(_ now: ContinuousClock.Instant) {
    if let closeDeadline {
      guard closeDeadline <= now else { return }
      return if let ending, phase == .open { close(ending.code, ending.reason) } else { finish() }
    }
    if let due = idleDue, due <= now {
      idleReported = true
      push(.idle)
    }
    if let due = deadline, due <= now {
      deadline = nil
      push(.deadline)
    }
    if nextPing <= now {
      // Three pings without a single byte in return: nobody is there any more.
      guard lastBytes + configuration.pingInterval * 3 > now else { return finish() }
      nextPing = now + configuration.pingInterval
      write(FrameEncoder.ping([]))
    }
  }

  private func resume(_ waiter: inout CheckedContinuation<Void, Never>?) {
    waiter?.resume()
    waiter = nil
  }
}
