import Web

/// `/ws/echo`: sends each message back as it came, for conformance tests and for trying a connection. Only with `--dev`.
struct EchoSocket: WebSocketEndpoint {
  /// Echoes that may wait for the peer to read before the next message is looked at.
  private static let maxUnsentBytes = 1 << 20

  func refusal(of request: Request) async throws -> Response? { nil }

  /// The largest messages of the Autobahn test suite have 16 MiB.
  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var limits = configuration
    limits.maxMessageBytes = 16 << 20
    // One echo on top of what may wait.
    limits.maxQueuedBytes = limits.maxMessageBytes + 2 * Self.maxUnsentBytes
    return limits
  }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    while let event = await session.next() {
      guard case .message(let bytes, let isBinary) = event else { continue }
      if isBinary {
        await session.sendBinary(bytes)
      } else {
        await session.send(bytes)
      }
      if await session.queuedBytes > Self.maxUnsentBytes { _ = await session.drained() }
    }
  }
}
