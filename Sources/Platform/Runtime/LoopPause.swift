/// A wait on a loop that ends at a deadline or by `end()`. On the loop's thread only.
@safe package final class LoopPause {
  private let loop: EventLoop
  private var task: UnsafeContinuation<Bool, Never>?
  /// Whether `end()` was called during the present wait.
  private var isEnded = false

  /// Creates a pause for tasks of `loop`, one at a time.
  package init(on loop: EventLoop) { self.loop = loop }

  /// Waits until `due`, up to about 30 ms longer; nil waits for `end()` only.
  /// - Returns: whether `end()` ended the wait.
  package func wait(until due: ContinuousClock.Instant?) async -> Bool {
    let deadline = Deadline { [self] in resume(false) }
    isEnded = false
    let outcome = await unsafe withUnsafeContinuation { task in
      // Where the caller is not isolated to the loop, `end()` may have been called since this function was.
      if isEnded { return unsafe task.resume(returning: true) }
      if let due {
        guard due > .now else { return unsafe task.resume(returning: false) }
        schedule(deadline, at: due)
      }
      unsafe self.task = task
    }
    deadline.invalidate()
    return outcome
  }

  /// Ends the wait, if there is one.
  package func end() {
    isEnded = true
    resume(true)
  }

  private func schedule(_ deadline: Deadline, at due: ContinuousClock.Instant) {
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  private func resume(_ isEnded: Bool) {
    guard let waiting = unsafe task else { return }
    unsafe task = nil
    unsafe waiting.resume(returning: isEnded)
  }
}
