/// The bounds within which a connection discards what its peer still sends, before the connection is closed.
///
/// Closing with unread input makes the kernel reset the connection (RFC 9112 §9.6). A peer that sends before it reads then
/// loses the answer that explains the end.
struct LingerBudget {
  /// How long the peer may send nothing.
  static let maxQuiet: Duration = .seconds(1)
  /// The least number of bytes that are discarded.
  private static let minBytes = 4 << 20

  /// When discarding ends, whatever the peer sends.
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

  /// When a peer that sends nothing from `now` on is given up.
  func due(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant { min(now + quiet, end) }
}
