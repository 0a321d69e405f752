import Net
import Runtime
import WebSocketCodec

/// How a WebSocket ends (RFC 6455 §7).
///
///   open ──close()──────────▶ closing ──the peer's close, its end──▶ lingering ──▶ closed
///   open ──the peer's close, its end, a broken rule──▶ ending ──the endpoint is done──▶ lingering
extension WebSocketDriver {
  /// Starts the closing handshake, or answers that of the peer at once.
  func close(_ code: UInt16, _ reason: String) {
    switch phase {
    case .open:
      phase = .closing
      // What the endpoint has not looked at by now no longer counts.
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

  /// The peer sends nothing more, without having said so in a frame.
  func peerEnded() {
    guard connection.isOpen else { return finish() }
    if phase == .closing { linger() } else { end(nil) }
  }

  /// Nothing more is read. The endpoint gets what came before; then, or when its time is over, the close frame goes.
  private func end(_ goodbye: (code: UInt16, reason: String)?) {
    guard phase == .open else { return }
    phase = .ending
    self.goodbye = goodbye
    expect(within: configuration.closeTimeout)
    if isAwaited { sayGoodbye() } else { attend() }
  }

  /// The endpoint has heard everything, or its time is over.
  func sayGoodbye() {
    guard phase == .ending else { return }
    if let goodbye { connection.write(FrameEncoder.close(code: goodbye.code, reason: goodbye.reason)) }
    linger()
    resumeEndpoint(nil)
    attend()
  }

  /// Lets what is queued go, and then the peer read it: closing with unread input makes the kernel reset the connection,
  /// and the close frame may be lost with it.
  private func linger() {
    guard phase != .closed else { return }
    phase = .lingering
    expect(within: configuration.closeTimeout)
    if connection.queuedBytes == 0 { shutDown() }
  }

  func shutDown() {
    guard !isShut else { return }
    isShut = true
    connection.shutdownWriting()
    expect(within: min(.seconds(1), configuration.closeTimeout))
    discard()
  }

  /// Drops what the peer still sends, within bounds.
  func discard() {
    guard isShut else { return }
    while lingerBytes > 0 {
      guard let outcome = unsafe connection.receiveAvailable({ _ in }) else { return }
      guard case .bytes(let count) = outcome else { return finish() }
      lingerBytes -= count
    }
    finish()
  }

  func closingTookTooLong() {
    if phase == .ending { sayGoodbye() } else { finish() }
  }

  /// Closes the connection without a further word.
  func finish() {
    guard phase != .closed else { return }
    phase = .closed
    timer?.end()
    timer = nil
    connection.close()
    resumeEndpoint(nil)
    attend()
    closeWaiter?.resume()
    closeWaiter = nil
  }

  private func expect(within patience: Duration) {
    timers.closeDeadline = .now + patience
    rearm()
  }
}
