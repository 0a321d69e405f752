/// A value that is read often and replaced as a whole while the server runs, such as a TLS certificate. Any thread.
package final class HotSwappable<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  /// - Parameter value: the value until the first replacement.
  package init(_ value: Value) { self.value = Locked(value) }

  /// The latest value. Copies that were read before keep the earlier one.
  package var current: Value { value.withLock { $0 } }

  /// Makes `value` the one that later reads return.
  package func replace(by value: Value) { self.value.withLock { $0 = value } }
}
