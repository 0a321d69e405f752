import Bytes
import Runtime

/// Counts failed logins per account and per address, and says when to wait.
final class LoginThrottle: Sendable {
  private struct Window: Sendable {
    var start: Timestamp
    var failures: Int
  }

  /// Most keys remembered; the table starts over where an attacker makes more.
  private static let capacity = 100_000

  private let attempts: Int
  private let window: Duration
  private let windows = Locked<[String: Window]>([:])

  init(attempts: Int, window: Duration) {
    self.attempts = attempts
    self.window = window
  }

  /// - Returns: how many seconds to wait before the next try; nil where it may be made now.
  func retryAfter(_ keys: [String], now: Timestamp) -> Int? {
    windows.withLock { windows in
      keys.compactMap { key -> Int? in
        guard let entry = windows[key], entry.failures >= attempts else { return nil }
        let end = entry.start.advanced(by: window)
        return end > now ? Int((end.milliseconds - now.milliseconds + 999) / 1000) : nil
      }.max()
    }
  }

  func failed(_ keys: [String], now: Timestamp) {
    windows.withLock { windows in
      if windows.count > Self.capacity { windows = [:] }
      for key in keys {
        var entry = windows[key] ?? Window(start: now, failures: 0)
        if entry.start.advanced(by: window) <= now { entry = Window(start: now, failures: 0) }
        entry.failures += 1
        windows[key] = entry
      }
    }
  }

  func succeeded(_ key: String) { windows.withLock { $0[key] = nil } }
}
