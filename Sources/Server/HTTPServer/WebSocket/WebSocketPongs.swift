/// Which pings are answered: every one, until a peer that does not read has had many; then the latest, once it has read
/// (RFC 6455 §5.5.3).
struct WebSocketPongs {
  private var unsent = 0
  private var latest: [UInt8]?
  private static let maxUnsent = 64

  /// A ping came. - Returns: the payload to answer with now.
  mutating func answer(_ payload: [UInt8]) -> [UInt8]? {
    guard unsent < Self.maxUnsent else {
      latest = payload
      return nil
    }
    unsent += 1
    return payload
  }

  /// Everything queued went. - Returns: the payload of the pong that is still owed.
  mutating func flushed() -> [UInt8]? {
    unsent = 0
    guard let owed = latest else { return nil }
    latest = nil
    return owed
  }
}
