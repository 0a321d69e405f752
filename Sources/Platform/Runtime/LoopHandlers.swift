/// An object that handles the readiness of a descriptor, on the loop's thread.
package protocol DescriptorHandler: AnyObject {
  /// Handles a readiness event.
  /// - Parameter events: epoll's bits (`EPOLLIN`, `EPOLLOUT`, `EPOLLHUP`, …). They may be stale, so that `EAGAIN` is normal.
  func ready(_ events: UInt32)
  /// The flow in which the descriptor is queued if more descriptors are ready than one loop iteration serves.
  var flow: Flow { get }
}

extension DescriptorHandler {
  /// The shared flow of work that belongs to no client.
  package var flow: Flow { .none }
}

/// An object that other threads can wake on its loop, see `EventLoop.wake(_:)`.
package protocol LoopWakeable: AnyObject, Sendable {
  /// Runs on the loop's thread, in the iteration after the call of `EventLoop.wake(_:)`.
  func woken()
}

/// An object that the loop calls once at the end of an iteration, see `EventLoop.atEndOfIteration(_:)`.
package protocol IterationEndHandler: AnyObject {
  /// Runs on the loop's thread.
  func iterationEnded()
}

/// An object in the loop's yield queue, see `EventLoop.yield(_:_:)`.
package protocol YieldHandler: AnyObject {
  /// Resumes the work, on the loop's thread.
  func resume()
}
