import Runtime

/// A deadline of a connection. It is created by its first use, because most connections never use all of theirs.
struct ConnectionDeadline {
  private var deadline: Deadline?

  /// Sets or moves the deadline.
  /// - Parameter action: runs when the first deadline and each later one passes. It may retain the connection until
  ///   `invalidate()`: a weak reference would make every other reference slower.
  mutating func set(_ due: ContinuousClock.Instant, on loop: EventLoop, _ action: @escaping () -> Void) {
    if let deadline, deadline.postpone(to: due) { return }
    let deadline = deadline ?? Deadline(action)
    self.deadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  func cancel() { deadline?.cancel() }

  /// Cancels the deadline permanently and releases its action.
  mutating func invalidate() {
    deadline?.invalidate()
    deadline = nil
  }
}
