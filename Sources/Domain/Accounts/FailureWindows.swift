import Bytes

/// Failures by key within a window of time that starts with the first one. Bounded memory.
struct FailureWindows<Key: Hashable> {
  private struct Window {
    var start: Timestamp
    var failures: Int
  }

  private let length: Duration
  private var windows: RecentDictionary<Key, Window>

  init(length: Duration, capacity: Int) {
    self.length = length
    windows = RecentDictionary(capacity: capacity)
  }

  /// Number of entries, also of windows that have ended.
  var count: Int { windows.count }

  /// Failures in the current window.
  func failures(of key: Key, now: Timestamp) -> Int { current(key, now)?.failures ?? 0 }

  /// The time until the current window ends; zero if there is none.
  func remaining(of key: Key, now: Timestamp) -> Duration {
    current(key, now).map { $0.start.advanced(by: length).since(now) } ?? .zero
  }

  mutating func add(_ key: Key, now: Timestamp) {
    var window = current(key, now) ?? Window(start: now, failures: 0)
    window.failures += 1
    windows[key] = window
  }

  mutating func remove(_ key: Key) { windows[key] = nil }

  /// A window that starts in the future is from before the wall clock was set back: it does not count.
  private func current(_ key: Key, _ now: Timestamp) -> Window? {
    guard let window = windows[key], window.start <= now, window.start.advanced(by: length) > now else { return nil }
    return window
  }
}
