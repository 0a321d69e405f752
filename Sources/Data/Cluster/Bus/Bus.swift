/// The connection of a node to the other nodes of its cluster.
///
/// It carries hints only: a lost one delays something until the next hint, the next connection or `recover`, and never loses it.
package protocol Bus: Sendable {
  /// Sends a hint to all other nodes. Any thread, returns at once. Hints that exceed the queue are dropped, and the receivers
  /// recover later.
  func send(_ hint: Hint)

  /// Sets the receiver of a kind. Its calls come one after another, in the order in which one node sent the hints. It must not
  /// block. Call this before the bus starts.
  func receive(_ kind: Hint.Kind, _ body: @escaping @Sendable (Hint) -> Void)

  /// Adds a body that is called when hints may have been lost: it must read the state from the database. Call this before the bus
  /// starts.
  func recover(_ body: @escaping @Sendable () -> Void)
}

/// The bus of a server that is its only node.
package struct NoBus: Bus {
  /// A bus without other nodes.
  package init() {}

  /// Does nothing.
  package func send(_ hint: Hint) {}
  /// Does nothing: no hint arrives.
  package func receive(_ kind: Hint.Kind, _ body: @escaping @Sendable (Hint) -> Void) {}
  /// Does nothing: no hint is lost.
  package func recover(_ body: @escaping @Sendable () -> Void) {}
}
