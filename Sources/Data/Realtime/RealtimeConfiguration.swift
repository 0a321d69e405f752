/// Limits and intervals that all sockets share. Those of one path are in its `EndpointDeclaration`.
package struct RealtimeConfiguration: Sendable, Equatable {
  /// The treatment of a connection above the limit of its user and type.
  package enum LimitPolicy: String, Sendable {
    /// The oldest one is closed.
    case replace
    /// The new one is closed.
    case reject
  }

  /// Open connections of one user, type and topic, on paths without a limit of their own.
  package var maxConnectionsPerUser = 1
  /// The policy for all paths.
  package var limitPolicy = LimitPolicy.replace
  /// Connections of one user and type within a minute, on paths without a limit of their own.
  package var connectionsPerMinute = 10
  /// Failed connections of one address within a minute after which it is refused with 429; 0: never.
  package var failuresPerMinute = 30
  /// The time without a data frame or ping after which a socket is closed with 4408.
  package var idleTimeout: Duration = .seconds(300)
  /// The interval at which stale rows and sockets are removed.
  package var sweepInterval: Duration = .seconds(300)
  /// The time without activity after which a row or socket is stale.
  package var sweepAge: Duration = .seconds(600)
  /// The interval at which `last_ping_at` is stored.
  package var pingFlushInterval: Duration = .seconds(30)
  /// The age after which events are deleted.
  package var eventRetention: Duration = .seconds(24 * 3600)
  /// Events read at once.
  package var batchEvents = 64
  /// Bytes sent after which a socket waits until the kernel has taken them.
  package var batchBytes = 256 << 10

  /// Query options that every path validates, also those that do not use them.
  package var sharedOptions: [QueryOption] = []

  /// The defaults of the settings.
  package init() {}
}
