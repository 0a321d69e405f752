package import API
package import Bytes
package import Cluster
package import Logging
package import Metrics
package import Realtime
package import Storage

/// The parts of a server that every module may use.
package struct ModuleContext: Sendable {
  /// The storage of all domains.
  package var database: any Database
  /// The place of this process among the nodes of its cluster.
  package var node: ClusterNode
  /// Clock, identifiers, and randomness.
  package var environment: Environment
  /// The log of the server.
  package var logger: Logger
  /// The registry for metrics of the module.
  package var metrics: MetricsRegistry
  /// Counts frames sent on sockets of every module.
  package var messagesSent: Counter
  /// The open sockets of this process.
  package var registry: ConnectionRegistry
  /// The shared state of event sockets.
  package var hub: RealtimeHub
  /// The events of users.
  package var outbox: Outbox
  /// The limit of each user's stored bytes.
  package var quota: StorageQuota
  /// The limit of each user's writes; nil for no limit.
  package var writes: (any WriteLimiter)?
  /// Runs work beside the caller, in the server's own share of the database.
  package var spawn: @Sendable (@escaping @Sendable () async -> Void) -> Void

  /// The parts of a server that has started.
  package init(
    database: any Database, node: ClusterNode, environment: Environment, logger: Logger, metrics: MetricsRegistry,
    messagesSent: Counter,
    registry: ConnectionRegistry, hub: RealtimeHub, outbox: Outbox, quota: StorageQuota,
    writes: (any WriteLimiter)?, spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.database = database
    self.node = node
    self.environment = environment
    self.logger = logger
    self.metrics = metrics
    self.messagesSent = messagesSent
    self.registry = registry
    self.hub = hub
    self.outbox = outbox
    self.quota = quota
    self.writes = writes
    self.spawn = spawn
  }
}
