package import Cluster
import Runtime
package import Storage

/// The jobs of all nodes: wakes workers for jobs that other nodes have queued, and queues the jobs of ended nodes again.
package final class NodeJobs: Sendable {
  /// Wakes the workers of other nodes: there are more jobs than the sender can claim.
  static let hint = Hint(Hint.Kind("jobs"), key: "")

  private let queues = Locked<[JobQueue]>([])
  private let node: ClusterNode
  private let database: any Database

  /// Call it before the node joins.
  package init(node: ClusterNode, database: any Database) {
    self.node = node
    self.database = database
    node.bus.receive(Self.hint.kind) { [self] _ in wake() }
    node.bus.recover { [self] in wake() }
  }

  /// Adds a queue whose workers are woken. Any thread.
  package func add(_ queue: JobQueue) { queues.withLock { $0.append(queue) } }

  /// Removes an ended node, and with it its claims: the last step of a takeover.
  package func takeOver(_ ended: Int64) async throws {
    try await database.write(in: .jobs) { connection in
      try connection.execute("DELETE FROM nodes WHERE id = $1", [.integer(ended)])
      try JobRepository.releaseAbandoned(.allBut([]), in: connection)
    }
    wake()
    node.bus.send(Self.hint)
  }

  private func wake() { for queue in queues.withLock({ $0 }) { queue.wake() } }
}
