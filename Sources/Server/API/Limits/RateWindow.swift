package import Bytes
import Runtime

/// Counts requests of each key within the last minute, up to a limit. Any thread; time is passed in.
package final class RateWindow: Sendable {
  private static let window: Duration = .seconds(60)

  private let limit: Int
  private let maxKeys: Int
  /// Oldest first, at most as many as the limit.
  private let moments = Locked([String: [Timestamp]]())

  /// - Parameter maxKeys: the largest number of keys that are kept. If more appear within a minute, all are forgotten: the
  ///   limit then admits too many rather than use memory without bound.
  package init(limit: Int, maxKeys: Int = 10_000) {
    self.limit = limit
    self.maxKeys = maxKeys
  }

  /// Counts one request. - Returns: false, without counting it, if the minute's limit is reached.
  @discardableResult
  package func admits(_ key: String, at now: Timestamp) -> Bool { !take(key, at: now).isExceeded }

  /// Counts one request, unless the minute's limit is reached.
  package func take(_ key: String, at now: Timestamp) -> RateLimit {
    let start = now.advanced(by: .zero - Self.window)
    let (limit, maxKeys) = (limit, maxKeys)
    return moments.withLock { all in
      if all[key] == nil, all.count >= maxKeys {
        all = all.filter { ($0.value.last ?? start) > start }
        if all.count >= maxKeys { all.removeAll() }
      }
      return Self.take(from: &all[key, default: []], limit: limit, start: start, now: now)
    }
  }

  /// The state for a request that is not counted, because limits are lifted.
  package var unlimited: RateLimit { RateLimit(limit: limit, remaining: limit, resetSeconds: 1, isExceeded: false) }

  /// Whether the minute's limit is reached.
  package func isFull(_ key: String, at now: Timestamp) -> Bool {
    let start = now.advanced(by: .zero - Self.window)
    let limit = limit
    return moments.withLock { all in
      guard var recent = all[key] else { return false }
      Self.forget(&recent, from: start, to: now)
      all[key] = recent.isEmpty ? nil : recent
      return recent.count >= limit
    }
  }

  private static func take(
    from moments: inout [Timestamp], limit: Int, start: Timestamp, now: Timestamp
  ) -> RateLimit {
    forget(&moments, from: start, to: now)
    let isExceeded = moments.count >= limit
    if !isExceeded { moments.append(now) }
    // The next request is admitted when the oldest leaves the window.
    let milliseconds = moments.first.map { $0.milliseconds - start.milliseconds } ?? 60_000
    return RateLimit(
      limit: limit, remaining: max(0, limit - moments.count), resetSeconds: Int(max(1, (milliseconds + 999) / 1000)),
      isExceeded: isExceeded)
  }

  /// Removes what is older than the window, in place: the array may hold as many as the limit.
  private static func forget(_ moments: inout [Timestamp], from start: Timestamp, to now: Timestamp) {
    // The wall clock may have been set back: later moments would never leave the window.
    if let last = moments.last, last > now { moments.removeAll { $0 > now } }
    guard let first = moments.first, first <= start else { return }
    moments.removeFirst(moments.firstIndex { $0 > start } ?? moments.count)
  }
}
