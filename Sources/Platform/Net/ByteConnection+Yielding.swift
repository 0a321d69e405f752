import Runtime

/// Giving way to the other connections of the loop.
extension ByteConnection {
  /// Whether what is done for this peer has taken its share of the loop's time for now.
  package func isTimeSliceOver() -> Bool { slice.isExpired() }

  /// Lets others go first. Then its owner is told that bytes may be there, or whoever waits in `receive` looks for some.
  package func yield() {
    guard !isYielding, isOpen else { return }
    isYielding = true
    loop.yield(self, flow)
  }

  /// Lets others go first.
  package func waitForTimeSlice() async {
    guard isOpen else { return }
    await unsafe withUnsafeContinuation {
      unsafe sliceWaiter = $0
      yield()
    }
  }

  func resumeSliceWaiter() {
    guard let waiter = unsafe sliceWaiter else { return }
    unsafe sliceWaiter = nil
    unsafe waiter.resume()
  }
}

extension ByteConnection: YieldHandler {
  package func resume() {
    isYielding = false
    guard isOpen else { return }
    slice.renew()
    resumeSliceWaiter()
    tellReadable()
    // The peer may have gone while it had bytes to take.
    if peerFinished, isOpen, writable, queuedBytes > 0 { flush() }
  }
}
