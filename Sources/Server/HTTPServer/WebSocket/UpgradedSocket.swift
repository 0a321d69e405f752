import Runtime

/// An accepted WebSocket whose endpoint is not running yet. Confined to its loop's thread.
final class UpgradedSocket {
  let session: WebSocketSession
  /// The slot of the client that a proxy forwarded; nil if the connection itself was counted.
  let slot: ConnectionSlot?
  private let endpoint: any WebSocketEndpoint
  private var request: Request?
  /// Bytes that followed the upgrade request.
  private var remainder: [UInt8]

  init(
    _ session: WebSocketSession, _ endpoint: any WebSocketEndpoint, _ request: Request, remainder: [UInt8],
    slot: ConnectionSlot?
  ) {
    self.session = session
    self.slot = slot
    self.endpoint = endpoint
    self.request = request
    self.remainder = remainder
  }

  /// Serves the connection until it is closed, or until its conversation has no event to handle. `whenOver` is called when
  /// the connection is closed.
  func run(whenOver: @escaping () -> Void) async {
    guard let request = takeRequest() else { return }
    let driver = session.driver.value
    driver.start(remainder)
    remainder = []
    if let endpoint = endpoint as? any ConversationalEndpoint {
      await driver.begin(await endpoint.open(session, request), whenOver: whenOver)
    } else {
      await endpoint.serve(session, request)
      await driver.closed()
      whenOver()
    }
  }

  /// Not retained here, so that the endpoint can release the request early.
  private func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}
