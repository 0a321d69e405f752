import Net
import Runtime
import Synchronization

/// One open WebSocket as endpoints and the hub see it.
///
/// It is an actor on its connection's event loop: code that runs on that loop calls it without a switch of threads,
/// and others may hold it and `wake()` or `notify(_:)` it from anywhere.
package actor WebSocketSession {
  /// Unique among all connections of this process.
  package nonisolated let id: String
  nonisolated let loop: EventLoop
  nonisolated let driver: LoopBound<WebSocketDriver>
  /// Whether a wake-up is on its way, so that many make one.
  private nonisolated let isWaking = Atomic(false)

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(id: String, driver: LoopBound<WebSocketDriver>, loop: EventLoop) {
    self.id = id
    self.driver = driver
    self.loop = loop
  }

  /// The next thing that happened, or nil once the connection is closed or closing. What the peer sent before it closed,
  /// went, or broke a rule comes first. One caller at a time.
  package func next() async -> SessionEvent? {
    await driver.value.letOthersGoFirst()
    return switch driver.value.take() {
    case .event(let event): event
    case .over: nil
    case .nothing: await unsafe withUnsafeContinuation { unsafe driver.value.wait($0) }
    }
  }

  /// Queues one text message. Where the queue of unsent bytes would pass its bound, the connection is cut instead.
  package func send(_ text: [UInt8]) { driver.value.send(text, isText: true) }

  /// Queues one binary message, under the same rule as `send(_:)`.
  package func sendBinary(_ bytes: [UInt8]) { driver.value.send(bytes, isText: false) }

  /// Queues one message without a change of isolation. On the loop's thread, as in `handleSync`.
  ///
  /// - Parameter maxUnsentBytes: what may wait for the peer to read.
  /// - Returns: false where more waits: it was not queued.
  package nonisolated func sendSync(_ message: [UInt8], isBinary: Bool, maxUnsentBytes: Int = .max) -> Bool {
    let driver = driver.value
    guard driver.connection.queuedBytes <= maxUnsentBytes else { return false }
    driver.send(message, isText: !isBinary)
    return true
  }

  /// Bytes that wait for the peer to read.
  package var queuedBytes: Int { driver.value.connection.queuedBytes }

  /// Waits until everything queued was handed to the kernel. - Returns: false where the connection closed before that,
  /// or is closing already, so that what was sent may have been dropped.
  package func drained() async -> Bool {
    guard driver.value.isHeard else { return false }
    return await driver.value.connection.drained()
  }

  /// Starts the closing handshake; later sends are dropped and `next()` returns nil.
  package func close(_ code: UInt16, _ reason: String) { driver.value.close(code, reason) }

  /// When a data frame or ping last came.
  package var lastActivity: ContinuousClock.Instant { driver.value.timers.lastActivity }

  /// `.idle` is reported once when no data frame and no ping (and, with `countingPongs`, no pong) came for `timeout`;
  /// nil turns it off.
  package func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) {
    driver.value.timers.setIdleTimeout(timeout, countingPongs: countingPongs)
    driver.value.rearm()
  }

  /// `.deadline` is reported once `delay` from now; nil takes it back.
  package func setDeadline(after delay: Duration?) {
    driver.value.timers.deadline = delay.map { .now + $0 }
    driver.value.rearm()
  }

  /// Makes `next()` return `.woken`. Any thread.
  package nonisolated func wake() {
    if !isWaking.exchange(true, ordering: .acquiringAndReleasing) { loop.wake(self) }
  }

  /// Makes `next()` return `.notification(notification)`. Any thread.
  package nonisolated func notify(_ notification: SessionNotification) {
    loop.spawn { [self] _ in await push(.notification(notification)) }
  }

  /// As `send(_:)`, without waiting for the loop. Any thread.
  package nonisolated func post(_ text: [UInt8]) {
    loop.spawn { [self] _ in await send(text) }
  }

  private func push(_ event: SessionEvent) { driver.value.push(event) }
}

extension WebSocketSession: LoopWakeable {
  package nonisolated func woken() {
    // Before anything is looked at: a wake-up that comes from here on counts as a new one.
    isWaking.store(false, ordering: .releasing)
    driver.value.wake()
  }
}
