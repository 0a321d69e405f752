/// A moment at which something on a loop happens unless it is moved or taken back first.
///
/// Moving a deadline to a later moment costs one assignment: the wheel finds out when it gets there. It belongs to one
/// loop and is touched on that loop's thread only.
package final class Deadline {
  /// When it is due; nil while nothing is awaited.
  var due: ContinuousClock.Instant?
  /// The tick of the wheel's slot that holds this object; nil where none does.
  var queuedTick: Int64?
  /// The due moment that `queuedTick` was made from.
  var queuedFor: ContinuousClock.Instant?
  /// The wheel has found it due and is about to run it.
  var isExpired = false
  private var action: (() -> Void)?

  /// - Parameter action: runs on the loop's thread, some milliseconds after the due moment. It may hold the owner of the
  ///   deadline if that calls `end()`: a weak reference would make every other use of the owner slower.
  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  /// Takes it back.
  package func cancel() {
    due = nil
    isExpired = false
  }

  /// Takes it back for ever, and lets go of what its action holds.
  package func end() {
    cancel()
    action = nil
  }

  func fire() {
    guard isExpired else { return }
    isExpired = false
    action?()
  }

  /// Sets it to a moment no earlier than the one at which the wheel looks at it anyway.
  /// - Returns: false where `EventLoop.schedule` has to be called instead.
  package func postpone(to due: ContinuousClock.Instant) -> Bool {
    guard let queuedFor, queuedFor <= due else { return false }
    self.due = due
    return true
  }
}
