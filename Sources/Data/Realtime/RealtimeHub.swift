package import API
package import Bytes
package import HTTPServer
package import Logging
package import Storage

/// What all event sockets of a node share, and its upkeep.
package final class RealtimeHub: Sendable {
  package let registry: ConnectionRegistry
  package let limiter: ConnectionRateLimiter
  let configuration: RealtimeConfiguration
  let authenticator: any Authenticator
  let environment: Environment
  let observer: SocketObserver
  let logger: Logger
  let events: EventStore
  let cursors: EventCursors
  let mirror: ConnectionStore
  private let instant: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - registry: made first, because the outbox and the accounts need it too.
  ///   - node: the name of this node, the same after a restart.
  ///   - instant: the clock of `SocketSession.lastActivity`.
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
    self.mirror = ConnectionStore(database: database, registry: registry, node: node)
    self.instant = instant
  }

  /// Removes this node's rows of an earlier run. Call it before the first connection.
  package func start() async throws {
    try await mirror.clear()
  }

  /// What speaks to a connection that has not been let in.
  package func voice<Dialect, Session>(_ dialect: Dialect, _ session: Session) -> FrameSender<Dialect, Session> {
    FrameSender(dialect: dialect, hub: self, session: session)
  }

  /// 429 where the address of an upgrade request keeps failing (wire contract C32); nil otherwise.
  package func refusal(of request: Request) -> Response? {
    guard limiter.refuses(address: request.remoteAddress, at: environment.now()) else { return nil }
    return Problem.tooManyRequests(
      retryAfter: 60, "Too many connections from this address failed. Try again in a minute."
    ).response
  }

  /// Who the token of an upgrade request speaks for; a missing or wrong one is counted against the address.
  package func identity(of request: Request) async throws -> Identity? {
    if let identity = try await bearer(of: request) { return identity }
    failed(address: request.remoteAddress)
    return nil
  }

  /// Who the token of an upgrade request speaks for, or nil. Nothing is counted: that is left to the admission.
  package func bearer(of request: Request) async throws -> Identity? {
    guard let token = ConnectionParameters.token(of: request) else { return nil }
    return try await authenticator.authenticate(token)
  }

  /// Counts a failed connection of an address.
  package func failed(address: String) { limiter.failed(address: address, at: environment.now()) }

  /// Stores when each connection was last heard, and positions that are not stored yet.
  package func flush() async throws {
    try await cursors.flush()
    var heard: [(connection: Connection, at: Timestamp)] = []
    for connection in registry.connections {
      // The bytes of the handshake came before the connection was taken in.
      let moment = environment.now().advanced(by: .zero - (await silence(of: connection)))
      heard.append((connection, max(moment, connection.connectedAt)))
    }
    try await mirror.write(heard)
  }

  /// Closes sockets of this node that were silent for too long, and removes rows of any node that were.
  package func sweep() async throws {
    try await flush()
    for connection in registry.connections where await silence(of: connection) >= configuration.sweepAge {
      await connection.session.close(4408, "idle")
    }
    let count = try await mirror.sweep(before: environment.now().advanced(by: .zero - configuration.sweepAge))
    if count > 0 { logger.info("removed stale connections", metadata: ["count": "\(count)"]) }
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
        logger.warning("upkeep of connections failed", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Does upkeep in the database whose failure does not concern the client; the next flush makes up for it.
  func mirrored(_ what: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      logger.warning("upkeep of a connection failed", metadata: ["step": "\(what)", "error": "\(error)"])
    }
  }

  private func silence(of connection: Connection) async -> Duration {
    max(.zero, await connection.session.lastActivity.duration(to: instant()))
  }
}
