package import Bytes

/// Counts connections per user and failures per address within the last minute. Any thread; time is passed in.
package final class ConnectionRateLimiter: Sendable {
  private let connections: RateWindow
  private let byType: [String: RateWindow]
  /// nil where no address is ever refused.
  private let failures: RateWindow?

  /// - Parameter maxKeys: most users, and most addresses, that are remembered at a time.
  package init(configuration: RealtimeConfiguration, maxKeys: Int = 10_000) {
    connections = RateWindow(limit: configuration.connectionsPerMinute, maxKeys: maxKeys)
    byType = configuration.connectionsPerMinuteByType.mapValues { RateWindow(limit: $0, maxKeys: maxKeys) }
    failures =
      configuration.failuresPerMinute > 0 ? RateWindow(limit: configuration.failuresPerMinute, maxKeys: maxKeys) : nil
  }

  /// Counts one connection. - Returns: false, without counting it, where the minute's limit is reached.
  package func admits(userID: String, type: String, at now: Timestamp) -> Bool {
    (byType[type] ?? connections).admits(type + " " + userID, at: now)
  }

  /// Counts one failed connection of `address`.
  package func failed(address: String, at now: Timestamp) {
    failures?.admits(address, at: now)
  }

  /// Whether `address` failed too often within the last minute.
  package func refuses(address: String, at now: Timestamp) -> Bool {
    failures?.isFull(address, at: now) ?? false
  }
}
