import Runtime

/// The time slice of a connection, and the task that waits for the next one: none or one.
@safe struct TimeSliceWaiter {
  private var slice = TimeSlice.expired
  private var task: UnsafeContinuation<Void, Never>?

  /// Returns whether the time slice is used up. The first call starts it.
  mutating func isExpired() -> Bool { slice.isExpired() }

  mutating func wait(_ task: UnsafeContinuation<Void, Never>) { unsafe self.task = task }

  mutating func renew() { slice.renew() }

  /// The next time slice begins, or the connection was closed.
  mutating func resume() {
    guard let waiting = unsafe task else { return }
    unsafe task = nil
    unsafe waiting.resume()
  }
}
