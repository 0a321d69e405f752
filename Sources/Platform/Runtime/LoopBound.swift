/// A value that belongs to one loop. The wrapper may cross threads; the value is accessible on the loop's thread only.
///
/// `@unchecked Sendable`: `value` checks at run time that the caller is on the loop's thread. The last reference must be
/// dropped there as well if the value's deinitialiser uses loop state.
package struct LoopBound<Value>: @unchecked Sendable {
  private let stored: Value
  private let loop: EventLoop

  /// Wraps a value. On the loop's thread only.
  package init(_ value: Value, on loop: EventLoop) {
    loop.checkIsolated()
    self.stored = value
    self.loop = loop
  }

  /// The wrapped value. On the loop's thread only.
  package var value: Value {
    loop.checkIsolated()
    return stored
  }
}
