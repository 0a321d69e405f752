/// Learns of a descriptor's readiness, on the loop's thread.
package protocol DescriptorHandler: AnyObject {
  /// - Parameter events: epoll's bits (`EPOLLIN`, `EPOLLOUT`, `EPOLLHUP`, ...), edge-triggered unless asked otherwise.
  ///   They may be stale: a try that would block is normal.
  func ready(_ events: UInt32)
  /// With whom it shares a turn where more is ready than a turn can serve; `.none` unless it says otherwise.
  var flow: Flow { get }
}

extension DescriptorHandler {
  package var flow: Flow { .none }
}

/// Told from any thread that there is something to look at.
package protocol LoopWakeable: AnyObject, Sendable {
  /// On the loop's thread.
  func notified()
}

/// Asked for something once, when the jobs of a turn are done.
package protocol TurnEndHandler: AnyObject {
  /// On the loop's thread.
  func turnEnded()
}

/// Goes on when others have had their turn.
package protocol YieldHandler: AnyObject {
  /// On the loop's thread.
  func resume()
}
