import Bytes

/// Counts events by key within a window of time that starts with the first one. Bounded memory.
struct FixedWindowCounter<Key: Hashable & Sendable>: Sendable {
  private struct Window: Sendable {
    var start: Timestamp
    var events: Int
  }

  private let length: Duration
  private var windows: RecentDictionary<Key, Window>

  /// - Parameter capacity: the number of keys in each of two generations.
  init(length: Duration, capacity: Int) {
    self.length = length
    windows = RecentDictionary(capacity: capacity)
  }

  /// Number of entries, also of windows that have ended.
  var count: Int { windows.count }

  /// Events in the current window.
  func events(of key: Key, now: Timestamp) -> Int { current(key, now)?.events ?? 0 }

  /// Whole seconds until the current window ends, rounded up; 0 if there is none.
  func remainingSeconds(of key: Key, now: Timestamp) -> Int {
    guard let window = current(key, now) else { return 0 }
    let rest = window.start.advanced(by: length).since(now).components
    return Int(rest.seconds) + (rest.attoseconds > 0 ? 1 : 0)
  }

  /// Counts an event.
  mutating func add(_ key: Key, now: Timestamp) {
    var window = current(key, now) ?? Window(start: now, events: 0)
    window.events += 1
    windows[key] = window
  }

  /// Takes back one event. Without effect if there is none.
  mutating func subtract(_ key: Key) {
    guard var window = windows[key], window.events > 0 else { return }
    window.events -= 1
    windows[key] = window
  }

  /// Ends the window of a key.
  mutating func remove(_ key: Key) { windows[key] = nil }

  /// A window that starts in the future is from before the wall clock was set back: it does not count.
  private func current(_ key: Key, _ now: Timestamp) -> Window? {
    guard let window = windows[key], window.start <= now, window.start.advanced(by: length) > now else { return nil }
    return window
  }
}
