import Web

/// `/ws/echo`: sends each message back as it came, for conformance tests and for trying a connection. Only with `--dev`.
struct EchoSocket: WebSocketEndpoint {
  func refusal(of request: Request) async throws -> Response? { nil }

  /// The largest messages of the Autobahn test suite have 16 MiB.
  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var limits = configuration
    limits.maxMessageBytes = 16 << 20
    limits.maxQueuedBytes = 64 << 20
    return limits
  }

  func serve(_ session: WebSocketSession, _ request: Request) async {
    while let event = await session.next() {
      guard case .message(let bytes, let isBinary) = event else { continue }
      if isBinary {
        await session.sendBinary(bytes)
      } else {
        await session.send(bytes)
      }
    }
  }
}
