import Bytes
import Runtime

/// Counts failed logins per account and per address, and says when to wait.
///
/// Its memory is bounded: counters live in two generations of at most `capacity` keys; a full young one replaces the
/// old one. Any thread.
final class LoginThrottle: Sendable {
  /// What is counted together, with the failures after which one must wait.
  struct Key: Hashable, Sendable {
    var name: String
    var attempts: Int
  }

  private struct Window: Sendable {
    var start: Timestamp
    var failures: Int
  }

  private struct Generations: Sendable {
    var young: [Key: Window] = [:]
    var old: [Key: Window] = [:]
  }

  private let capacity: Int
  private let window: Duration
  private let generations = Locked(Generations())

  /// - Parameter window: counted from the first failure; then the count starts over.
  init(window: Duration, capacity: Int = 50_000) {
    self.window = window
    self.capacity = capacity
  }

  /// - Returns: how many seconds to wait before the next try; nil where it may be made now.
  func retryAfter(_ keys: [Key], now: Timestamp) -> Int? {
    generations.withLock { generations in
      keys.compactMap { key -> Int? in
        guard let entry = generations.young[key] ?? generations.old[key], entry.failures >= key.attempts,
          !hasPassed(entry, now)
        else { return nil }
        let wait = entry.start.advanced(by: window).since(now).components
        return Int(wait.seconds) + (wait.attoseconds > 0 ? 1 : 0)
      }.max()
    }
  }

  func failed(_ keys: [Key], now: Timestamp) {
    generations.withLock { generations in
      for key in keys {
        var entry = generations.young[key] ?? generations.old[key] ?? Window(start: now, failures: 0)
        if hasPassed(entry, now) { entry = Window(start: now, failures: 0) }
        entry.failures += 1
        if generations.young[key] == nil, generations.young.count >= capacity {
          generations.old = generations.young
          generations.young = [:]
        }
        generations.young[key] = entry
      }
    }
  }

  func succeeded(_ key: Key) {
    generations.withLock { generations in
      generations.young[key] = nil
      generations.old[key] = nil
    }
  }

  /// A window that begins in the future is left over from before the wall clock was set back.
  private func hasPassed(_ entry: Window, _ now: Timestamp) -> Bool {
    entry.start > now || entry.start.advanced(by: window) <= now
  }

  /// How many keys are remembered.
  var count: Int { generations.withLock { $0.young.count + $0.old.count } }
}
