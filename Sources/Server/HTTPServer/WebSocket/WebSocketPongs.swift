/// Decides which pings are answered: each one, up to 64 unsent pongs; then only the latest, after the peer has read (RFC
/// 6455 §5.5.3).
struct WebSocketPongs {
  private var unsent = 0
  private var latest: [UInt8]?
  private static let maxUnsent = 64

  /// Receives a ping. - Returns: the payload of the pong to send now.
  mutating func answer(_ payload: [UInt8]) -> [UInt8]? {
    guard unsent < Self.maxUnsent else {
      latest = payload
      return nil
    }
    unsent += 1
    return payload
  }

  /// All queued bytes were sent. - Returns: the payload of a delayed pong.
  mutating func flushed() -> [UInt8]? {
    unsent = 0
    guard let owed = latest else { return nil }
    latest = nil
    return owed
  }
}
