import Runtime

/// The tasks that wait until the kernel has accepted all output of a connection, and the time-out of their wait.
struct DrainWaiters {
  private var tasks: [CheckedContinuation<Bool, Never>] = []
  /// The longest time for which the kernel may accept nothing.
  private var timeout: Duration?
  private var deadline = ConnectionDeadline()

  /// A wait began. - Parameter timedOut: called if the kernel accepts nothing for `timeout`.
  mutating func began(timeout: Duration?, on loop: EventLoop, timedOut: @escaping () -> Void) {
    self.timeout = timeout
    progressed(on: loop, timedOut: timedOut)
  }

  mutating func append(_ task: CheckedContinuation<Bool, Never>) { tasks.append(task) }

  /// The kernel has accepted bytes.
  mutating func progressed(on loop: EventLoop, timedOut: @escaping () -> Void) {
    if let timeout { deadline.set(.now + timeout, on: loop, timedOut) }
  }

  /// All output was accepted, or the connection was closed.
  mutating func resume(_ isDrained: Bool) {
    if timeout != nil {
      timeout = nil
      deadline.cancel()
    }
    guard !tasks.isEmpty else { return }
    let resumed = tasks
    tasks = []
    for task in resumed { task.resume(returning: isDrained) }
  }

  /// The connection was closed.
  mutating func closed() {
    deadline.invalidate()
    resume(false)
  }
}
