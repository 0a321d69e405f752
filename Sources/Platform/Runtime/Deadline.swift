/// A point in time at which a loop runs an action, unless the deadline is moved or cancelled before.
///
/// Moving a deadline to a later time costs one assignment: the wheel checks the time when it reaches the old slot. It belongs to
/// one loop and is used on that loop's thread only.
package final class Deadline {
  /// The time at which the action runs; nil while none is set.
  var due: ContinuousClock.Instant?
  /// The tick of the wheel's slot that holds this object; nil while it is in no slot.
  var queuedTick: Int64?
  /// The value of `due` from which `queuedTick` was computed.
  var queuedFor: ContinuousClock.Instant?
  /// Whether the wheel has found it due and is about to run its action.
  var isExpired = false
  private var action: (() -> Void)?

  /// - Parameter action: runs on the loop's thread, up to about 30 ms after the due time. It may hold the owner of the deadline if
  ///   the owner calls `invalidate()`: a weak reference would make every other use of the owner slower.
  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  /// Cancels the deadline. It can be scheduled again.
  package func cancel() {
    due = nil
    isExpired = false
  }

  /// Cancels the deadline permanently and releases its action.
  package func invalidate() {
    cancel()
    action = nil
  }

  func fire() {
    guard isExpired else { return }
    isExpired = false
    action?()
  }

  /// Moves the deadline if it stays in its slot or moves to a later one. Constant time.
  /// - Returns: false if `EventLoop.schedule` must be called instead.
  package func postpone(to due: ContinuousClock.Instant) -> Bool {
    guard let queuedFor, queuedFor <= due else { return false }
    self.due = due
    return true
  }
}
