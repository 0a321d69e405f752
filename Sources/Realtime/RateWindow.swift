package import Bytes
import Runtime

/// Counts what each key did within the last minute, up to a limit. Any thread; time is passed in.
package final class RateWindow: Sendable {
  private static let window: Duration = .seconds(60)

  private let limit: Int
  private let maxKeys: Int
  /// Oldest first, at most as many as the limit.
  private let moments = Locked([String: [Timestamp]]())

  /// - Parameter maxKeys: most keys that are remembered at a time. Where more come within a minute, all are forgotten:
  ///   the limit then lets too many in rather than take memory without bound.
  package init(limit: Int, maxKeys: Int = 10_000) {
    self.limit = limit
    self.maxKeys = maxKeys
  }

  /// Counts one. - Returns: false, without counting it, where the minute's limit is reached.
  @discardableResult
  package func admits(_ key: String, at now: Timestamp) -> Bool {
    let start = now.advanced(by: .zero - Self.window)
    let (limit, maxKeys) = (limit, maxKeys)
    return moments.withLock { all in
      if all[key] == nil, all.count >= maxKeys {
        all = all.filter { ($0.value.last ?? start) > start }
        if all.count >= maxKeys { all.removeAll() }
      }
      var recent = Self.recent(all[key], from: start, to: now)
      defer { all[key] = recent }
      guard recent.count < limit else { return false }
      recent.append(now)
      return true
    }
  }

  /// Whether the minute's limit is reached.
  package func isFull(_ key: String, at now: Timestamp) -> Bool {
    let start = now.advanced(by: .zero - Self.window)
    let limit = limit
    return moments.withLock { all in
      guard all[key] != nil else { return false }
      let recent = Self.recent(all[key], from: start, to: now)
      all[key] = recent.isEmpty ? nil : recent
      return recent.count >= limit
    }
  }

  /// Moments of the future are left over from before the wall clock was set back.
  private static func recent(_ moments: [Timestamp]?, from start: Timestamp, to now: Timestamp) -> [Timestamp] {
    (moments ?? []).filter { $0 > start && $0 <= now }
  }
}
