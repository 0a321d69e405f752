import Net
import Runtime
import Synchronization

/// One open WebSocket, as endpoints and the hub use it.
///
/// An actor on the event loop of its connection. Code on that loop calls it without a thread switch; any thread may
/// retain it and call `wake()` or `notify(_:)`.
package actor WebSocketSession {
  /// Unique among all connections of this process.
  package nonisolated let id: String
  nonisolated let loop: EventLoop
  nonisolated let driver: LoopBound<WebSocketDriver>
  /// Whether a wake-up is pending, so that several are merged.
  private nonisolated let isWaking = Atomic(false)

  /// The event loop of the connection.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(id: String, driver: LoopBound<WebSocketDriver>, loop: EventLoop) {
    self.id = id
    self.driver = driver
    self.loop = loop
  }

  /// The next event; nil if the connection is closed or closing. Messages that the peer sent before it closed, disconnected
  /// or violated the protocol are returned first. One caller at a time.
  package func next() async -> SessionEvent? {
    await driver.value.yieldIfNeeded()
    return switch driver.value.take() {
    case .event(let event): event
    case .over: nil
    case .nothing: await unsafe withUnsafeContinuation { unsafe driver.value.wait($0) }
    }
  }

  /// Queues one text message. If the queue of unsent bytes would exceed its bound, the connection is closed instead.
  package func send(_ text: [UInt8]) { driver.value.send(text, isText: true) }

  /// Queues one binary message, under the same rule as `send(_:)`.
  package func sendBinary(_ bytes: [UInt8]) { driver.value.send(bytes, isText: false) }

  /// Queues one message without a change of isolation. On the loop's thread, as in `handleSync`.
  ///
  /// - Parameter maxUnsentBytes: the maximum number of unsent bytes.
  /// - Returns: false if more bytes are unsent. The message is not queued then.
  package nonisolated func sendSync(_ message: [UInt8], isBinary: Bool, maxUnsentBytes: Int = .max) -> Bool {
    let driver = driver.value
    guard driver.connection.queuedBytes <= maxUnsentBytes else { return false }
    driver.send(message, isText: !isBinary)
    return true
  }

  /// The number of unsent bytes.
  package var queuedBytes: Int { driver.value.connection.queuedBytes }

  /// Waits until the kernel has taken all queued bytes. - Returns: false if the connection closed before, or is closing, so
  /// that messages may have been dropped.
  package func drained() async -> Bool {
    guard driver.value.maySend else { return false }
    return await driver.value.connection.drained()
  }

  /// Starts the closing handshake; later sends are dropped and `next()` returns nil.
  package func close(_ code: UInt16, _ reason: String) { driver.value.close(code, reason) }

  /// The time of the last data frame or ping.
  package var lastActivity: ContinuousClock.Instant { driver.value.lastActivity }

  /// `.idle` is reported once when no data frame and no ping (and, with `countingPongs`, no pong) came for `timeout`;
  /// nil disables it.
  package func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) {
    driver.value.changeTimers { $0.setIdleTimeout(timeout, countingPongs: countingPongs) }
  }

  /// `.deadline` is reported once `delay` from now; nil cancels it.
  package func setDeadline(after delay: Duration?) {
    driver.value.changeTimers { $0.deadline = delay.map { .now + $0 } }
  }

  /// Makes `next()` return `.woken`. Any thread.
  package nonisolated func wake() {
    if !isWaking.exchange(true, ordering: .acquiringAndReleasing) { loop.wake(self) }
  }

  /// Makes `next()` return `.notification(notification)`. Any thread.
  package nonisolated func notify(_ notification: SessionNotification) {
    loop.spawn { [self] _ in await push(.notification(notification)) }
  }

  /// Queues a text message without waiting for the loop. Any thread.
  package nonisolated func post(_ text: [UInt8]) {
    loop.spawn { [self] _ in await send(text) }
  }

  private func push(_ event: SessionEvent) { driver.value.push(event) }
}

extension WebSocketSession: LoopWakeable {
  /// Delivers a wake-up on the loop.
  package nonisolated func woken() {
    // Before any state is read: a later wake-up must count as a new one.
    isWaking.store(false, ordering: .releasing)
    driver.value.wake()
  }
}
