import Bytes
import Net
import Runtime

/// Counts sign-ups of each client within a window that starts with its first one.
///
/// Memory is bounded: counters live in two generations of at most `capacity` clients each. When the younger generation is
/// full, it replaces the older one. Any thread.
final class SignUpLimiter: Sendable {
  private struct Window: Sendable {
    var start: Timestamp
    var count: Int
  }

  private struct Generations: Sendable {
    var young: [ClientNetwork: Window] = [:]
    var old: [ClientNetwork: Window] = [:]
  }

  private let limit: Int
  private let window: Duration
  private let capacity: Int
  private let generations = Locked(Generations())

  /// - Parameter limit: sign-ups of one client per window; 0 means no limit.
  init(limit: Int, window: Duration = .seconds(3600), capacity: Int = 10_000) {
    self.limit = limit
    self.window = window
    self.capacity = capacity
  }

  /// Counts a sign-up before its costs arise, so that parallel requests cannot exceed the limit.
  /// - Returns: nil if it was counted; otherwise the seconds until the next one is allowed.
  func reserve(_ client: ClientNetwork, now: Timestamp) -> Int? {
    guard limit > 0 else { return nil }
    return generations.withLock { generations in
      var entry = generations.young[client] ?? generations.old[client] ?? Window(start: now, count: 0)
      // A window that starts in the future is older than a correction of the wall clock.
      if entry.start > now || entry.start.advanced(by: window) <= now { entry = Window(start: now, count: 0) }
      guard entry.count < limit else {
        let wait = entry.start.advanced(by: window).since(now).components
        return Int(wait.seconds) + (wait.attoseconds > 0 ? 1 : 0)
      }
      entry.count += 1
      if generations.young[client] == nil, generations.young.count >= capacity {
        generations.old = generations.young
        generations.young = [:]
      }
      generations.young[client] = entry
      return nil
    }
  }

  /// Takes back a sign-up that `reserve` counted and that the server could not process.
  func release(_ client: ClientNetwork) {
    generations.withLock { generations in
      if let count = generations.young[client]?.count, count > 0 { generations.young[client]?.count = count - 1 }
    }
  }

  /// The number of clients with a counter.
  var count: Int { generations.withLock { $0.young.count + $0.old.count } }
}
