import API
package import Bytes
import Net
import Runtime

/// Counts connections per user and failures per client network within the last minute. Any thread; time is passed in.
package final class ConnectionRateLimiter: Sendable {
  /// By connection type. A few types exist.
  private let connections = Locked<[String: RateWindow]>([:])
  private let defaultLimit: Int
  private let maxKeys: Int
  /// By `ClientNetwork`: a client may change its IPv6 address within its network at will. nil if none is ever refused.
  private let failures: RateWindow?

  /// - Parameter maxKeys: upper bound of the users of each type, and of the networks, that are remembered.
  package init(configuration: RealtimeConfiguration, maxKeys: Int = 10_000) {
    self.maxKeys = maxKeys
    defaultLimit = configuration.connectionsPerMinute
    failures =
      configuration.failuresPerMinute > 0 ? RateWindow(limit: configuration.failuresPerMinute, maxKeys: maxKeys) : nil
  }

  /// Counts one connection. - Parameter limit: connections within a minute; nil: the server's default.
  /// - Returns: false, without counting it, if the limit is reached.
  package func admits(userID: String, type: String, limit: Int? = nil, at now: Timestamp) -> Bool {
    let window = connections.withLock { windows in
      if let window = windows[type] { return window }
      let window = RateWindow(limit: limit ?? defaultLimit, maxKeys: maxKeys)
      windows[type] = window
      return window
    }
    return window.admits(userID, at: now)
  }

  /// Counts one failed connection from `address`.
  package func failed(address: String, at now: Timestamp) {
    failures?.admits(Self.key(address), at: now)
  }

  /// Whether connections from the network of `address` failed too often within the last minute.
  package func refuses(address: String, at now: Timestamp) -> Bool {
    failures?.isFull(Self.key(address), at: now) ?? false
  }

  private static func key(_ address: String) -> String { ClientNetwork(clientAddress: address).description }
}
