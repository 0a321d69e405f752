import Runtime

/// A WebSocket that was let in and waits for its endpoint to be run. It lives on its loop's thread.
final class UpgradedSocket {
  let session: WebSocketSession
  private let endpoint: any WebSocketEndpoint
  private var request: Request?
  /// Bytes that came behind the upgrade request.
  private var remainder: [UInt8]

  init(_ session: WebSocketSession, _ endpoint: any WebSocketEndpoint, _ request: Request, remainder: [UInt8]) {
    self.session = session
    self.endpoint = endpoint
    self.request = request
    self.remainder = remainder
  }

  /// Serves the connection to its end.
  func run() async {
    guard let request = takeRequest() else { return }
    session.driver.value.start(remainder)
    remainder = []
    await endpoint.serve(session, request)
    await session.close(1000, "")
    await session.closed()
  }

  /// Not kept here: the endpoint lets go of it when it has read it.
  private func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}
