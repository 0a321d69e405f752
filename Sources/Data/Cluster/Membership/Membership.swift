/// The membership of this process in its cluster. Any thread.
///
/// A node is a run of a server process; it owns the jobs that it runs and the connections that it has. Its incarnation is the number
/// under which it does. It gets a new one when it lost its place, for example because it could not reach the database for long:
/// another node may have taken over what the earlier incarnation owned.
package protocol Membership: Sendable {
  /// The number of the incarnation; 0 for a server that is its only node.
  var incarnation: Int64 { get }

  /// Whether the node must not work, because others may have taken over what it owned.
  var isFenced: Bool { get }

  /// Adds a body that is called when the node is fenced (true) and when it works again as a new incarnation (false). It must not
  /// block. Call this before the node joins.
  func fenced(_ body: @escaping @Sendable (Bool) -> Void)

  /// Adds a step of the takeover of a node that ended, called on one of the others with the incarnation of the ended one. A step
  /// that throws is repeated. Steps run in the order in which they were added, and may run more than once. Call this before the node
  /// joins.
  func takeOver(_ step: @escaping @Sendable (Int64) async throws -> Void)
}

/// The membership of a server that is its only node.
package struct OnlyNode: Membership {
  /// The only node.
  package init() {}

  /// Always 0.
  package var incarnation: Int64 { 0 }
  /// Always false.
  package var isFenced: Bool { false }
  /// Does nothing: it is never fenced.
  package func fenced(_ body: @escaping @Sendable (Bool) -> Void) {}
  /// Does nothing: no other node takes over.
  package func takeOver(_ step: @escaping @Sendable (Int64) async throws -> Void) {}
}

/// The place of this process among the nodes, and its connection to them.
package struct ClusterNode: Sendable {
  /// The name of the machine, for operators. Several nodes may have the same.
  package var name: String
  /// The incarnation of the node.
  package var membership: any Membership
  /// The hints of other nodes.
  package var bus: any Bus

  /// Whether other nodes may exist: state that one process could decide in memory is then decided in the database.
  package var isShared: Bool

  /// - Parameter isShared: false for a server that is its only node.
  package init(name: String, membership: any Membership, bus: any Bus, isShared: Bool) {
    self.name = name
    self.membership = membership
    self.bus = bus
    self.isShared = isShared
  }

  /// A server that is its only node.
  package static func single(name: String) -> ClusterNode {
    ClusterNode(name: name, membership: OnlyNode(), bus: NoBus(), isShared: false)
  }
}
