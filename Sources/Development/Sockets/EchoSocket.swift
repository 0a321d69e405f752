import HTTPServer
import Realtime

/// `/ws/echo`: sends each message back as it came, for conformance tests and for trying a connection.
struct EchoSocket: OpenSocketEndpoint {
  /// The maximum number of unsent bytes with which a further message is handled.
  private static let maxUnsentBytes = 1 << 20

  let summary = "Sends each message back as it came. Only with `--dev`."

  func refusal(of request: Request) async throws -> Response? { nil }

  /// The largest messages of the Autobahn test suite have 16 MiB.
  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var limits = configuration
    limits.maxMessageBytes = 16 << 20
    // The largest echo, and the unsent bytes with which it is accepted.
    limits.maxQueuedBytes = limits.maxMessageBytes + 2 * Self.maxUnsentBytes
    return limits
  }

  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
    Conversation(session)
  }

  private final class Conversation: WebSocketConversation {
    private let session: WebSocketSession

    init(_ session: WebSocketSession) { self.session = session }

    func handleSync(_ event: SessionEvent) -> Bool {
      guard case .message(let bytes, let isBinary) = event else { return true }
      return session.sendSync(bytes, isBinary: isBinary, maxUnsentBytes: EchoSocket.maxUnsentBytes)
    }

    /// Called for messages that arrived while the peer did not read.
    func handle(_ event: SessionEvent) async {
      guard case .message(let bytes, let isBinary) = event else { return }
      if isBinary {
        await session.sendBinary(bytes)
      } else {
        await session.send(bytes)
      }
      if await session.queuedBytes > EchoSocket.maxUnsentBytes { _ = await session.drained() }
    }

    func closed() async {}
  }
}
