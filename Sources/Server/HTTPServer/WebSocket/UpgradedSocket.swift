import Runtime

/// A WebSocket that was let in and waits for its endpoint to be run. It lives on its loop's thread.
final class UpgradedSocket {
  let session: WebSocketSession
  /// The place of the client that a proxy named; nil if the connection itself has one.
  let slot: ConnectionSlot?
  private let endpoint: any WebSocketEndpoint
  private var request: Request?
  /// Bytes that came behind the upgrade request.
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

  /// Serves the connection to its end, or until its conversation has nothing to do for now. `whenOver` is called at the
  /// end.
  func run(whenOver: @escaping () -> Void) async {
    guard let request = takeRequest() else { return }
    let driver = session.driver.value
    driver.start(remainder)
    remainder = []
    if let endpoint = endpoint as? any ConversationalEndpoint {
      await driver.begin(await endpoint.open(session, request), whenOver: whenOver)
    } else {
      await endpoint.serve(session, request)
      driver.close(1000, "")
      await driver.closed()
      whenOver()
    }
  }

  /// Not kept here: the endpoint lets go of it when it has read it.
  private func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}
