/// Limits and intervals of sockets that tell events.
package struct RealtimeConfiguration: Sendable, Equatable {
  /// What happens to a connection above the limit of its user and type.
  package enum LimitPolicy: String, Sendable {
    /// The oldest one is closed.
    case replace
    /// The new one is closed.
    case reject
  }

  /// Most connections of one user, by connection type; types that are not named may have one.
  package var maxConnectionsPerUser: [String: Int] = ["consultation": 5, "mobile_sync": 20, "chat": 10]
  package var limitPolicy = LimitPolicy.replace
  /// Most connections of one user and type within a minute.
  package var connectionsPerMinute = 10
  /// The same for types that have a limit of their own: many devices of one user may come back together.
  package var connectionsPerMinuteByType: [String: Int] = ["mobile_sync": 60, "chat": 60]
  /// Failed connections of one address within a minute after which it is refused with 429; 0 never refuses.
  package var failuresPerMinute = 30
  /// How long a socket may send neither a data frame nor a ping.
  package var idleTimeout: Duration = .seconds(300)
  /// How often stale rows and sockets are looked for.
  package var sweepInterval: Duration = .seconds(300)
  /// The silence after which a row or socket is stale.
  package var sweepAge: Duration = .seconds(600)
  /// How often `last_ping_at` is brought up to date.
  package var pingFlushInterval: Duration = .seconds(30)
  /// How long events are kept.
  package var eventRetention: Duration = .seconds(24 * 3600)
  /// What frames look like where the client does not say.
  package var options = DialectOptions()
  /// Most events read at once.
  package var batchEvents = 64
  /// Bytes sent after which a socket waits for its reader.
  package var batchBytes = 256 << 10

  package init() {}

  func maxConnections(of type: String) -> Int { max(1, maxConnectionsPerUser[type] ?? 1) }
}
