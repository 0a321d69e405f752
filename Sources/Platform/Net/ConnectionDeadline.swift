package import Runtime

/// A deadline of a connection. It is created by its first use, because most connections never use all of theirs.
package struct ConnectionDeadline {
  private var deadline: Deadline?

  /// Creates a deadline that is not set.
  package init() {}

  /// Sets or moves the deadline.
  /// - Parameter action: runs when the first deadline and each later one passes. It may retain the connection until
  ///   `invalidate()`: a weak reference would make every other reference slower.
  package mutating func set(_ due: ContinuousClock.Instant, on loop: EventLoop, _ action: @escaping () -> Void) {
    if let deadline, deadline.postpone(to: due) { return }
    let deadline = deadline ?? Deadline(action)
    self.deadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  /// Cancels the deadline. It can be set again.
  package func cancel() { deadline?.cancel() }

  /// Cancels the deadline permanently and releases its action.
  package mutating func invalidate() {
    deadline?.invalidate()
    deadline = nil
  }
}
