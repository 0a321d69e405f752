/// A value that many read, and that is replaced as a whole now and then while the server runs. Any thread.
package final class HotSwappable<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  package init(_ value: Value) { self.value = Locked(value) }

  /// What holds now; who has read it before keeps the former one.
  package var current: Value { value.withLock { $0 } }

  package func replace(by value: Value) { self.value.withLock { $0 = value } }
}
