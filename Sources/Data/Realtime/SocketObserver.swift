/// Callbacks that count what happens on sockets. `App` connects them to the metrics. Any thread.
package struct SocketObserver: Sendable {
  /// A connection of the given type was accepted.
  package var opened: @Sendable (_ type: String) -> Void = { _ in }
  /// A connection of the given type was closed.
  package var closed: @Sendable (_ type: String) -> Void = { _ in }
  /// A frame of any kind was sent.
  package var sent: @Sendable (_ type: String) -> Void = { _ in }
  /// An event of the given kind was sent.
  package var delivered: @Sendable (_ kind: String) -> Void = { _ in }
  /// A token was missing, invalid or expired.
  package var authenticationFailed: @Sendable (_ type: String) -> Void = { _ in }

  /// Counts nothing.
  package init() {}
}
