package import Bytes
import Runtime

/// Counts connections per user and failures per address within the last minute. Any thread; time is passed in.
package final class ConnectionRateLimiter: Sendable {
  private struct Attempts {
    /// Oldest first, at most as many as the limit.
    var moments: [Timestamp] = []

    mutating func forget(before start: Timestamp, after now: Timestamp) {
      // Moments of the future are left over from before the wall clock was set back.
      moments.removeAll { $0 <= start || $0 > now }
    }
  }

  private static let window: Duration = .seconds(60)

  private let connections = Locked([String: Attempts]())
  private let failures = Locked([String: Attempts]())
  private let configuration: RealtimeConfiguration
  private let maxKeys: Int

  /// - Parameter maxKeys: most users, and most addresses, that are remembered at a time. Where more come within a
  ///   minute, all are forgotten: the limit then lets too many in rather than take memory without bound.
  package init(configuration: RealtimeConfiguration, maxKeys: Int = 10_000) {
    self.configuration = configuration
    self.maxKeys = maxKeys
  }

  /// Counts one connection. - Returns: false, without counting it, where the minute's limit is reached.
  package func admits(userID: String, type: String, at now: Timestamp) -> Bool {
    add(now, to: connections, key: type + " " + userID, limit: configuration.connectionsPerMinute)
  }

  /// Counts one failed connection of `address`.
  package func failed(address: String, at now: Timestamp) {
    guard configuration.failuresPerMinute > 0 else { return }
    _ = add(now, to: failures, key: address, limit: configuration.failuresPerMinute)
  }

  /// Whether `address` failed too often within the last minute.
  package func refuses(address: String, at now: Timestamp) -> Bool {
    guard configuration.failuresPerMinute > 0 else { return false }
    let start = now.advanced(by: .zero - Self.window)
    let limit = configuration.failuresPerMinute
    return failures.withLock { all in
      guard var attempts = all[address] else { return false }
      attempts.forget(before: start, after: now)
      all[address] = attempts.moments.isEmpty ? nil : attempts
      return attempts.moments.count >= limit
    }
  }

  private func add(_ now: Timestamp, to table: Locked<[String: Attempts]>, key: String, limit: Int) -> Bool {
    let start = now.advanced(by: .zero - Self.window)
    let maxKeys = maxKeys
    return table.withLock { all in
      if all[key] == nil, all.count >= maxKeys {
        all = all.filter { ($0.value.moments.last ?? start) > start }
        if all.count >= maxKeys { all.removeAll() }
      }
      all[key, default: Attempts()].forget(before: start, after: now)
      guard all[key, default: Attempts()].moments.count < limit else { return false }
      all[key, default: Attempts()].moments.append(now)
      return true
    }
  }
}
