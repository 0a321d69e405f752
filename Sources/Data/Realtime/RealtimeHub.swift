package import API
package import Bytes
package import Cluster
package import HTTPServer
package import Logging
import Runtime
package import Storage

/// Announces that a connection is not listed any more.
package typealias Departure = @Sendable () async throws -> Void

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
  let node: ClusterNode
  private let instant: @Sendable () -> ContinuousClock.Instant
  /// Closed connections whose rows could not be deleted.
  private let unremoved = Locked<[Removal]>([])

  private struct Removal: Sendable {
    var id: String
    var incarnation: Int64
    var announce: Departure?
  }

  /// - Parameters:
  ///   - registry: made first, because the outbox and the accounts need it too.
  ///   - node: the place of this process among the nodes, which has not joined yet.
  ///   - instant: the clock of `SocketTransport.lastActivity`.
  package init(
    database: any Database, registry: ConnectionRegistry, authenticator: any Authenticator,
    configuration: RealtimeConfiguration, node: ClusterNode, environment: Environment,
    observer: SocketObserver = .init(),
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
    self.node = node
    self.instant = instant
    node.membership.fenced { [self] isFenced in if isFenced { Task { await closeAll() } } }
  }

  /// Deletes the rows of ended nodes. Call it before the first connection.
  package func start() async throws {
    try await store.clear()
  }

  /// Removes the connections of a node that ended.
  package func takeOver(_ ended: Int64) async throws { try await store.remove(node: ended) }

  /// Closes the connections of a node that may not work. The clients connect again, to another node.
  private func closeAll() async {
    for connection in registry.connections {
      await connection.transport.close(CloseReason.fenced.code, CloseReason.fenced.text)
    }
  }

  // MARK: - Admission

  /// Refuses an address whose connections keep failing with 429, and each one with 503 while this node may not work; nil for all
  /// others.
  package func refusal(of request: Request) -> Response? {
    if node.membership.isFenced { return Self.fencedProblem.response }
    guard !environment.areLimitsRelaxed, limiter.refuses(address: request.remoteAddress, at: environment.now()) else {
      return nil
    }
    return Problem.tooManyRequests(
      retryAfter: 60, "Too many connections from this address failed. Try again in a minute."
    ).naming(settings: "websocket.failures_per_minute").response
  }

  private static let fencedProblem = Problem(
    status: 503, code: "STORAGE_UNAVAILABLE", message: "This server cannot reach its database. Try again.",
    fields: ["Retry-After": "1"])

  /// Decides about the limit of a new connection among those of all nodes, and ends the connections that it replaces.
  /// - Returns: false if it is above the limit.
  func admits(_ connection: Connection, limit: Int?) async throws -> Bool {
    guard node.isShared else { return true }
    let replaced = try await store.admit(
      connection, limit: registry.limit(limit), rejects: configuration.limitPolicy == .reject)
    guard let replaced else { return false }
    for id in replaced { registry.replace(id) }
    return true
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
    await removeAgain()
    // Rows of several nodes are those of nodes that live: an idle cluster writes nothing.
    guard !node.isShared else { return }
    var active: [(connection: Connection, at: Timestamp)] = []
    for connection in registry.connections {
      // The bytes of the handshake arrived before the connection was registered.
      let moment = environment.now().advanced(by: .zero - (await silence(of: connection)))
      active.append((connection, max(moment, connection.connectedAt)))
    }
    try await store.write(active)
  }

  /// Deletes the row of a closed connection and announces it, unless a node that took over this one has done both.
  /// - Parameter incarnation: that of this node when it accepted the connection.
  func remove(_ id: String, of incarnation: Int64, then announce: Departure?) async {
    await remove(Removal(id: id, incarnation: incarnation, announce: announce))
  }

  private func remove(_ removal: Removal) async {
    do {
      if try await store.closed(removal.id, of: removal.incarnation) { try await removal.announce?() }
    } catch {
      logger.warning("connection bookkeeping failed", metadata: ["step": "remove", "error": "\(error)"])
      // The rows of a single node are swept. Several nodes accept connections only while the database answers, which bounds these.
      if node.isShared { unremoved.withLock { $0.append(removal) } }
    }
  }

  private func removeAgain() async {
    let removals = unremoved.withLock { removals in
      defer { removals = [] }
      return removals
    }
    for removal in removals { await remove(removal) }
  }

  /// Closes sockets of this node that had no activity for too long, and deletes such rows of any node.
  package func sweep() async throws {
    try await flush()
    for connection in registry.connections where await silence(of: connection) >= configuration.sweepAge {
      await connection.transport.close(CloseReason.stale.closeCode, CloseReason.stale.text)
    }
    guard !node.isShared else { return }
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
