/// The minimum speed of streamed content: a bound on the time in which the server waits for the next 64 KiB.
///
/// The time in which the handler works does not count. A bound on the whole content would refuse large uploads, and one on
/// each read would let a client hold a connection with a byte at a time.
struct ContentPace {
  /// The number of bytes for which the server waits up to `timeout`.
  static let bytesPerTimeout = 64 << 10

  private let timeout: Duration
  private var waited = Duration.zero
  private var bytes = 0
  private var started: ContinuousClock.Instant?

  init(timeout: Duration) { self.timeout = timeout }

  /// A wait begins. - Returns: its deadline; nil if the content is too slow.
  mutating func waitBegan(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard waited < timeout else { return nil }
    started = now
    return now + timeout - waited
  }

  /// The wait ended with `count` bytes.
  mutating func waitEnded(count: Int, now: ContinuousClock.Instant) {
    if let started { waited += started.duration(to: now) }
    started = nil
    bytes += count
    guard bytes >= Self.bytesPerTimeout else { return }
    bytes = 0
    waited = .zero
  }
}
