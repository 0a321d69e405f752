/// The bounds within which a connection discards what its peer still sends, before the connection is closed.
///
/// Closing with unread input makes the kernel reset the connection (RFC 9112 §9.6). A peer that sends before it reads then
/// loses the response that explains the close.
struct LingerBudget {
  /// The maximum duration without bytes from the peer.
  static let maxQuiet: Duration = .seconds(1)
  /// The minimum budget, in bytes.
  private static let minBytes = 4 << 20

  /// The latest end of discarding.
  let end: ContinuousClock.Instant
  private let quiet: Duration
  private var bytes: Int

  /// - Parameters:
  ///   - messageLimit: the largest message or content that is accepted, in bytes. A peer usually exceeds it by a small
  ///     factor: up to eight times as much is discarded.
  ///   - timeout: for everything that the peer still sends.
  init(messageLimit: Int, timeout: Duration, now: ContinuousClock.Instant) {
    let (product, overflow) = messageLimit.multipliedReportingOverflow(by: 8)
    bytes = max(Self.minBytes, overflow ? .max : product)
    end = now + timeout
    quiet = min(Self.maxQuiet, timeout)
  }

  var isSpent: Bool { bytes <= 0 }

  mutating func received(_ count: Int) { bytes -= min(count, bytes) }

  /// The deadline for the next bytes of the peer.
  func due(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant { min(now + quiet, end) }
}
