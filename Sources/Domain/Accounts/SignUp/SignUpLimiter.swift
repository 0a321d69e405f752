import Bytes
import Net
import Runtime

/// Limits the sign-ups of each client within a window that starts with its first one. Bounded memory. Any thread.
final class SignUpLimiter: Sendable {
  private let limit: Int
  private let windows: Locked<FixedWindowCounter<ClientNetwork>>

  /// - Parameter limit: sign-ups of one client per window; 0 means no limit.
  init(limit: Int, window: Duration = .seconds(3600), capacity: Int = 10_000) {
    self.limit = limit
    windows = Locked(FixedWindowCounter(length: window, capacity: capacity))
  }

  /// Counts a sign-up before its costs arise, so that parallel requests cannot exceed the limit.
  /// - Returns: nil if it was counted; otherwise the seconds until the next one is allowed.
  func reserve(_ client: ClientNetwork, now: Timestamp) -> Int? {
    guard limit > 0 else { return nil }
    return windows.withLock { windows in
      if windows.events(of: client, now: now) >= limit { return windows.remainingSeconds(of: client, now: now) }
      windows.add(client, now: now)
      return nil
    }
  }

  /// Takes back a sign-up that `reserve` counted and that the server could not process.
  func release(_ client: ClientNetwork) { windows.withLock { $0.subtract(client) } }

  /// The number of clients with a counter.
  var count: Int { windows.withLock { $0.count } }
}
