package import API
package import Bytes
package import HTTPServer
package import Logging
package import Storage

/// The state that all sockets of a node share, and its periodic maintenance.
package final class RealtimeHub: Sendable {
  /// The open connections of this node.
  package let registry: ConnectionRegistry
  /// The limits of new connections per user and of failures per address.
  package let limiter: ConnectionRateLimiter
  let configuration: RealtimeConfiguration
  let authenticator: any Authenticator
  let environment: Environment
  let observer: SocketObserver
  let logger: Logger
  let events: EventStore
  let cursors: EventCursors
  let store: ConnectionStore
  private let instant: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - registry: made first, because the outbox and the accounts need it too.
  ///   - node: the name of this node, the same after a restart.
  ///   - instant: the clock of `SocketTransport.lastActivity`.
  package init(
    database: any Database, registry: ConnectionRegistry, authenticator: any Authenticator,
    configuration: RealtimeConfiguration, node: String, environment: Environment, observer: SocketObserver = .init(),
    logger: Logger, instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.registry = registry
    self.limiter = ConnectionRateLimiter(configuration: configuration)
    self.configuration = configuration
    self.authenticator = authenticator
    self.environment = environment
    self.observer = observer
    self.logger = logger
    self.events = EventStore(database: database)
    self.cursors = EventCursors(database: database)
    self.store = ConnectionStore(database: database, registry: registry, node: node)
    self.instant = instant
  }

  /// Deletes this node's rows of an earlier run. Call it before the first connection.
  package func start() async throws {
    try await store.clear()
  }

  // MARK: - Admission

  /// Refuses an address whose connections keep failing with 429; nil for all others.
  package func refusal(of request: Request) -> Response? {
    guard !environment.areLimitsRelaxed, limiter.refuses(address: request.remoteAddress, at: environment.now()) else {
      return nil
    }
    return Problem.tooManyRequests(
      retryAfter: 60, "Too many connections from this address failed. Try again in a minute."
    ).naming(settings: "websocket.failures_per_minute").response
  }

  /// The identity of an upgrade request's token; nil if the token is missing or invalid.
  package func identity(of request: Request) async throws -> Identity? {
    guard let token = ConnectionParameters.token(of: request) else { return nil }
    return try await authenticator.authenticate(token)
  }

  /// Counts a failed connection of an address.
  package func failed(address: String) { limiter.failed(address: address, at: environment.now()) }

  // MARK: - Maintenance

  /// Stores the last activity of each connection, and positions that are not stored yet.
  package func flush() async throws {
    try await cursors.flush()
    var active: [(connection: Connection, at: Timestamp)] = []
    for connection in registry.connections {
      // The bytes of the handshake arrived before the connection was registered.
      let moment = environment.now().advanced(by: .zero - (await silence(of: connection)))
      active.append((connection, max(moment, connection.connectedAt)))
    }
    try await store.write(active)
  }

  /// Closes sockets of this node that had no activity for too long, and deletes such rows of any node.
  package func sweep() async throws {
    try await flush()
    for connection in registry.connections where await silence(of: connection) >= configuration.sweepAge {
      await connection.transport.close(4408, "idle")
    }
    let count = try await store.sweep(before: environment.now().advanced(by: .zero - configuration.sweepAge))
    if count > 0 { logger.info("stale connections removed", metadata: ["count": "\(count)"]) }
  }

  /// Deletes events that are older than the configured age.
  package func purge() async throws {
    _ = try await events.purge(before: environment.now().advanced(by: .zero - configuration.eventRetention))
  }

  /// Flushes, sweeps and purges at their intervals until the task is cancelled. Cancel it before the loops stop.
  package func maintain() async {
    var nextSweep = instant() + configuration.sweepInterval
    while !Task.isCancelled {
      guard (try? await Task.sleep(for: configuration.pingFlushInterval)) != nil else { return }
      do {
        try await flush()
        guard instant() >= nextSweep else { continue }
        nextSweep = instant() + configuration.sweepInterval
        try await sweep()
        try await purge()
      } catch {
        logger.warning("connection maintenance failed", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Runs a step of bookkeeping in the database. Its failure does not concern the client; the next flush repeats it.
  func attempt(_ step: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      logger.warning("connection bookkeeping failed", metadata: ["step": "\(step)", "error": "\(error)"])
    }
  }

  private func silence(of connection: Connection) async -> Duration {
    max(.zero, await connection.transport.lastActivity.duration(to: instant()))
  }
}
