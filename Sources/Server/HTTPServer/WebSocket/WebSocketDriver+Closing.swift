import Net
import Runtime
import WebSocketCodec

/// The closing of a WebSocket (RFC 6455 §7).
///
///   open ──close()──────────▶ closing ──the peer's close, its end──▶ lingering ──▶ closed
///   open ──the peer's close, its end, a broken rule──▶ ending ──the endpoint is done──▶ lingering
extension WebSocketDriver {
  /// Starts the closing handshake, or answers the close frame of the peer immediately.
  func close(_ code: UInt16, _ reason: String) {
    switch phase {
    case .open:
      phase = .closing
      // Events that the endpoint has not taken are dropped.
      inbox.removeAll()
      connection.write(FrameEncoder.close(code: code, reason: reason))
      expect(within: configuration.closeTimeout)
      resumeEndpoint(nil)
      attend()
      unpause()
    case .ending:
      inbox.removeAll()
      sayGoodbye()
    case .closing, .lingering, .closed: break
    }
  }

  func peerClosed(_ code: UInt16?) {
    if phase == .closing { linger() } else { end((code ?? 1000, "")) }
  }

  func peerBroke(_ rule: WebSocketError) {
    if phase == .closing { linger() } else { end((rule.closeCode, rule.reason)) }
  }

  /// The peer closed its side without a close frame.
  func peerEnded() {
    guard connection.isOpen else { return finish() }
    if phase == .closing { linger() } else { end(nil) }
  }

  /// Stops reading. The endpoint receives the pending events. The close frame is sent afterwards, or after the time-out.
  private func end(_ goodbye: (code: UInt16, reason: String)?) {
    guard phase == .open else { return }
    phase = .ending
    self.goodbye = goodbye
    expect(within: configuration.closeTimeout)
    if isAwaited { sayGoodbye() } else { attend() }
  }

  /// Sends the close frame after the endpoint has taken all events or its time-out has passed.
  func sayGoodbye() {
    guard phase == .ending else { return }
    if let goodbye { connection.write(FrameEncoder.close(code: goodbye.code, reason: goodbye.reason)) }
    linger()
    resumeEndpoint(nil)
    attend()
  }

  /// Sends the queue and gives the peer time to read it. Closing with unread input makes the kernel reset the connection,
  /// and the close frame may be lost with it.
  private func linger() {
    guard phase != .closed else { return }
    phase = .lingering
    let budget = LingerBudget(
      messageLimit: configuration.maxMessageBytes, timeout: configuration.closeTimeout, now: .now)
    lingerBudget = budget
    expect(by: budget.end)
    if connection.queuedBytes == 0 { lingerFlushed() } else { discard() }
  }

  /// The kernel has taken all output.
  ///
  /// A proxy that receives the end of this side may close the client's connection while the client still sends, and the
  /// close frame is lost. So this side ends after the close frame of a client whose message was refused, or its silence.
  func lingerFlushed() {
    guard phase == .lingering, let lingerBudget else { return }
    if let skipper, !skipper.isDone {
      expect(by: lingerBudget.due(.now))
      discard()
    } else {
      shutDown()
    }
  }

  private func shutDown() {
    guard !isShut else { return }
    isShut = true
    connection.shutdownWriting()
    expect(by: .now + min(LingerBudget.maxQuiet, configuration.closeTimeout))
    discard()
  }

  /// Discards input within the bounds of `lingerBudget`.
  func discard() {
    var hasReceived = false
    while phase == .lingering {
      guard let outcome = unsafe connection.receiveAvailable({ unsafe skipper?.receive($0) }) else { break }
      guard case .bytes(let count) = outcome else { return peerEndedLingering() }
      hasReceived = true
      lingerBudget?.received(count)
      if lingerBudget?.isSpent == true { return finish() }
      if connection.mayHoldMore, letsOthersGoFirst() { break }
    }
    guard hasReceived, phase == .lingering, connection.queuedBytes == 0, let lingerBudget else { return }
    if !isShut, skipper?.isDone != false { return shutDown() }
    expect(by: lingerBudget.due(.now))
  }

  /// The peer closed its side, but it may still read the queue.
  private func peerEndedLingering() {
    guard connection.queuedBytes > 0, !isShut else { return finish() }
    skipper = nil
  }

  func closingTookTooLong() {
    if phase == .ending {
      sayGoodbye()
    } else if phase == .lingering, !isShut, connection.queuedBytes == 0 {
      shutDown()
    } else {
      finish()
    }
  }

  /// Closes the connection without a close frame.
  func finish() {
    guard phase != .closed else { return }
    phase = .closed
    timer?.invalidate()
    timer = nil
    connection.close()
    resumeEndpoint(nil)
    attend()
    closeWaiter?.resume()
    closeWaiter = nil
  }

  private func expect(within patience: Duration) { expect(by: .now + patience) }

  private func expect(by deadline: ContinuousClock.Instant) {
    timers.closeDeadline = deadline
    rearm()
  }
}
