import Runtime

/// The receivers of the hints of one bus, used by every engine of the bus. Any thread.
package final class HintReceivers: Sendable {
  private struct State {
    var bodies: [Hint.Kind: @Sendable (Hint) -> Void] = [:]
    var recoveries: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// No receivers.
  package init() {}

  /// Sets the receiver of a kind.
  package func set(_ kind: Hint.Kind, _ body: @escaping @Sendable (Hint) -> Void) {
    state.withLock { $0.bodies[kind] = body }
  }

  /// Adds a body for the loss of hints.
  package func add(_ recovery: @escaping @Sendable () -> Void) {
    state.withLock { $0.recoveries.append(recovery) }
  }

  /// Gives a hint to its receiver. A kind without one is ignored: a newer version may send it.
  package func deliver(_ hint: Hint) { state.withLock { $0.bodies[hint.kind] }?(hint) }

  /// Calls every body for the loss of hints.
  package func lost() { for body in state.withLock({ $0.recoveries }) { body() } }
}
