import Synchronization

/// The switch that lifts limits on rates and connections while a client is developed. Any thread. Only with `--dev`.
package final class LimitSwitch: Sendable {
  private let state: Atomic<Bool>

  /// - Parameter isRelaxed: whether the limits are lifted at first.
  package init(isRelaxed: Bool) { state = Atomic(isRelaxed) }

  /// Whether the limits are lifted.
  package var isRelaxed: Bool { state.load(ordering: .relaxed) }

  /// Lifts the limits, or restores them.
  package func set(isRelaxed: Bool) { state.store(isRelaxed, ordering: .relaxed) }
}
