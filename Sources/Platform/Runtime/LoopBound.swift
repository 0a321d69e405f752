/// A value that lives on one loop: the wrapper may travel between threads, the value may only be reached on the loop's.
///
/// `@unchecked Sendable`: `value` checks at run time that it is asked for on the loop's thread. The last reference
/// must be dropped there as well where the value's deinitialiser matters.
package struct LoopBound<Value>: @unchecked Sendable {
  private let stored: Value
  private let loop: EventLoop

  /// Must be called on the loop's thread.
  package init(_ value: Value, on loop: EventLoop) {
    loop.checkIsolated()
    self.stored = value
    self.loop = loop
  }

  /// The value. Must be called on the loop's thread.
  package var value: Value {
    loop.checkIsolated()
    return stored
  }
}
