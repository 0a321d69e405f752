import Bytes
import Cluster
import Logging
import Runtime
import Storage

/// The membership of a node whose database is PostgreSQL (`docs/decisions/0048-nodes.md`).
///
/// The node holds the lock of its incarnation on a connection of its own, and looks every second for nodes that do not hold theirs
/// any more. Without an answer of the database for some seconds it is fenced, before PostgreSQL gives its lock to others.
package final class PostgresMembership: Membership {
  /// The times of a membership.
  package struct Configuration: Sendable {
    /// The interval at which a node looks for others. One that ended is taken over at the second look.
    package var lookInterval: Duration = .milliseconds(500)
    /// The time without an answer of the database after which a node is fenced: shorter than the 10 s after which PostgreSQL
    /// ends the session of a client that it cannot reach.
    package var fenceAfter: Duration = .seconds(8)

    /// The times of a server.
    package init() {}
  }

  /// The figures of the cluster as this node sees it, for `/metrics`.
  package struct Figures: Sendable {
    /// The number of nodes, with this one.
    package var nodeCount = 1
    /// The number of nodes that keep their place without activity.
    package var silentCount = 0
    /// The nodes that this one has taken over.
    package var takeovers = 0
    /// The number of times at which this node was fenced.
    package var fencings = 0
  }

  private struct State {
    var incarnation: Int64 = 0
    var isFenced = false
    var lastAnswer = MonotonicInstant.now
    var fencingBodies: [@Sendable (Bool) -> Void] = []
    var steps: [@Sendable (Int64) async throws -> Void] = []
    var figures = Figures()
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Locked(State())
  private let identity: NodeIdentity
  private let configuration: Configuration
  private let environment: Environment
  private let logger: Logger
  private let sessions: NodeSessionActor

  init(
    _ connector: PostgresConnector, locks: ScopeLocks, identity: NodeIdentity, configuration: Configuration,
    environment: Environment, logger: Logger
  ) throws {
    self.identity = identity
    self.configuration = configuration
    self.environment = environment
    self.logger = logger
    sessions = NodeSessionActor(NodeSession(connector, locks: locks), thread: try DedicatedThread(name: "node"))
  }

  /// The number of the incarnation (`Membership`); 0 before `join`.
  package var incarnation: Int64 { state.withLock { $0.incarnation } }
  /// Whether the node must not work (`Membership`).
  package var isFenced: Bool { state.withLock { $0.isFenced } }
  /// The figures at this moment.
  package var figures: Figures { state.withLock { $0.figures } }

  /// Adds a body for changes of `isFenced` (`Membership`).
  package func fenced(_ body: @escaping @Sendable (Bool) -> Void) { state.withLock { $0.fencingBodies.append(body) } }

  /// Adds a step of a takeover (`Membership`).
  package func takeOver(_ step: @escaping @Sendable (Int64) async throws -> Void) {
    state.withLock { $0.steps.append(step) }
  }

  /// Joins the cluster.
  /// - Throws: `PostgresError.inUse` while a command uses the database alone, `PostgresError.otherKey` if a present node has another
  ///   key, `StorageError`.
  package func join() async throws {
    let incarnation = try await sessions.join(identity, now: environment.now().milliseconds)
    state.withLock { state in
      state.incarnation = incarnation
      state.lastAnswer = .now
    }
    logger.info("node joined", metadata: ["node": "\(incarnation)", "name": "\(identity.name)"])
  }

  /// Starts to look for other nodes. Call it after `join`.
  package func start() {
    let looks = Task { [self] in
      while true {
        // A lost connection is noticed earlier than by others, who would take over this node.
        for _ in 0..<4 {
          guard (try? await Task.sleep(for: configuration.lookInterval / 4)) != nil else { return }
          if await !sessions.isConnected { break }
        }
        await look()
      }
    }
    let fence = Task { [self] in
      while (try? await Task.sleep(for: configuration.fenceAfter / 16)) != nil { fenceIfSilent() }
    }
    state.withLock { $0.tasks = [looks, fence] }
  }

  /// Leaves the cluster: what the node owned is released as if another node took it over.
  package func leave() async {
    let (tasks, incarnation) = state.withLock { ($0.tasks, $0.incarnation) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    if incarnation != 0, !isFenced { await takeOver(incarnation) }
    await sessions.end()
  }

  /// Looks once.
  private func look() async {
    let incarnation = incarnation
    do {
      guard let look = try await sessions.look(incarnation) else { return try await joinAgain() }
      answered()
      state.withLock { state in
        state.figures.nodeCount = look.count
        state.figures.silentCount = look.silentCount
      }
      for other in look.ended {
        logger.warning("node ended, its work is taken over", metadata: ["node": "\(other)"])
        if await takeOver(other) { state.withLock { $0.figures.takeovers += 1 } }
        try await sessions.release(other)
        answered()
      }
    } catch {
      logger.debug("no answer of the database", metadata: ["error": "\(error)"])
    }
  }

  private func joinAgain() async throws {
    setFenced(true, "its place was lost")
    try await join()
    setFenced(false, "")
  }

  /// - Returns: whether all steps succeeded.
  @discardableResult
  private func takeOver(_ other: Int64) async -> Bool {
    for step in state.withLock({ $0.steps }) {
      do {
        try await step(other)
      } catch {
        logger.warning("takeover failed", metadata: ["node": "\(other)", "error": "\(error)"])
        return false
      }
    }
    return true
  }

  private func answered() {
    state.withLock { $0.lastAnswer = .now }
    setFenced(false, "")
  }

  private func fenceIfSilent() {
    let silence = Duration.nanoseconds(MonotonicInstant.now.since(state.withLock { $0.lastAnswer }))
    if silence >= configuration.fenceAfter { setFenced(true, "the database does not answer") }
  }

  private func setFenced(_ isFenced: Bool, _ reason: String) {
    let changed = state.withLock { state -> [@Sendable (Bool) -> Void]? in
      guard state.isFenced != isFenced else { return nil }
      state.isFenced = isFenced
      if isFenced { state.figures.fencings += 1 }
      return state.fencingBodies
    }
    guard let bodies = changed else { return }
    if isFenced {
      logger.error("node fenced", metadata: ["reason": "\(reason)"])
    } else {
      logger.info("node works again", metadata: ["node": "\(incarnation)"])
    }
    for body in bodies { body(isFenced) }
  }
}

/// A session of a node with its thread.
private actor NodeSessionActor {
  private let session: NodeSession
  private nonisolated let thread: DedicatedThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ session: sending NodeSession, thread: DedicatedThread) {
    self.session = session
    self.thread = thread
  }

  deinit { thread.stop() }

  func join(_ identity: NodeIdentity, now: Int64) throws -> Int64 {
    do { return try session.join(identity, now: now) } catch let failure as PostgresFailure { throw failure.error }
  }

  func look(_ incarnation: Int64) throws(PostgresFailure) -> NodeSession.Look? { try session.look(incarnation) }

  var isConnected: Bool { session.isConnected }

  func release(_ other: Int64) throws(PostgresFailure) { try session.release(other) }

  func end() { session.close() }
}
