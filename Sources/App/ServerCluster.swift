import Bytes
import Cluster
import Crypto
import Jobs
import Logging
import Metrics
import Modules
import Realtime
import Runtime
import Storage
import StoragePostgres

/// The place of a server among the nodes of its database: its membership and its bus.
///
/// Each part of the server adds its receivers and its steps of a takeover before the node joins.
struct ServerCluster: Sendable {
  let node: ClusterNode
  /// nil for a server that is its only node.
  let membership: PostgresMembership?
  let bus: ThreadedBus?

  /// Makes the place of a server. Nothing runs before `join`.
  /// - Parameter key: the key of access tokens, which all nodes must share.
  static func make(
    _ database: any StorageEngine, _ settings: ServerSettings, key: [UInt8], metrics: MetricsRegistry,
    environment: Environment, _ logger: Logger, _ services: ServiceStack
  ) async throws -> ServerCluster {
    let name = ProcessEnvironment.hostName
    guard let database = database as? PostgresDatabase else {
      return ServerCluster(node: .single(name: name), membership: nil, bus: nil)
    }
    let identity = NodeIdentity(name: name, keyDigest: Hex.encode(SHA256.digest(keyLabel + key).prefix(8)))
    let membership = try database.membership(identity, environment: environment, logger: logger)
    let bus = try await settings.makeBus(database, logger)
    register(membership, bus, in: metrics)
    // A node that leaves notifies the others, so that its bus stops later.
    services.add("bus", bus, stop: { await $0.stop() })
    services.add("node", membership, stop: { await $0.leave() })
    return ServerCluster(
      node: ClusterNode(name: name, membership: membership, bus: bus, isShared: true), membership: membership, bus: bus)
  }

  /// The digest of a key with this prefix says nothing about what the key signs.
  private static let keyLabel = Array("hearth node key\0".utf8)

  private static func register(_ membership: PostgresMembership, _ bus: ThreadedBus, in metrics: MetricsRegistry) {
    metrics.gauge("hearth_cluster_nodes", "Nodes of the cluster, with this one.") {
      Double(membership.figures.nodeCount)
    }
    metrics.gauge("hearth_cluster_silent_nodes", "Other nodes that keep their work but do nothing: stopped processes.")
    {
      Double(membership.figures.silentCount)
    }
    metrics.gauge("hearth_cluster_fenced", "1 while this node may not work, because it may have lost its place.") {
      membership.isFenced ? 1 : 0
    }
    metrics.counter("hearth_cluster_fencings_total", "Times at which this node was fenced.") {
      Double(membership.figures.fencings)
    }
    metrics.counter("hearth_cluster_takeovers_total", "Ended nodes that this node has taken over.") {
      Double(membership.figures.takeovers)
    }
    metrics.gauge("hearth_bus_connected", "1 while the bus between nodes has a connection.") {
      bus.figures.isConnected ? 1 : 0
    }
    metrics.counter("hearth_bus_sent_total", "Hints sent to other nodes.") { Double(bus.figures.sent) }
    metrics.counter("hearth_bus_received_total", "Hints received from other nodes.") { Double(bus.figures.received) }
    metrics.counter("hearth_bus_dropped_total", "Hints that were dropped before they were sent.") {
      Double(bus.figures.dropped)
    }
    metrics.counter(
      "hearth_bus_recoveries_total", "Times at which this node has read again, because hints may have been lost."
    ) {
      Double(bus.figures.losses)
    }
  }

  /// Joins the other nodes. Call it when all parts have added their receivers and steps, before any of them works.
  func join(_ context: ModuleContext, _ modules: [Module]) async throws {
    guard let membership, let bus else { return }
    let (hub, jobs) = (context.hub, NodeJobs(node: node, database: context.database))
    for module in modules {
      if let queue = module.jobs?.queue { jobs.add(queue) }
      if let step = module.nodeEnded { membership.takeOver(step) }
    }
    membership.takeOver { try await hub.takeOver($0) }
    // Its row is removed at the end: until then the takeover is repeated.
    membership.takeOver { try await jobs.takeOver($0) }
    try await membership.join()
    try bus.start()
    membership.start()
  }
}
