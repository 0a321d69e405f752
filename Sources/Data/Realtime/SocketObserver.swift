/// What is counted about sockets. `App` connects it to the metrics; any thread.
package struct SocketObserver: Sendable {
  /// A connection of the given type was taken in, or went.
  package var opened: @Sendable (_ type: String) -> Void = { _ in }
  package var closed: @Sendable (_ type: String) -> Void = { _ in }
  /// A frame was sent, of whatever kind.
  package var sent: @Sendable (_ type: String) -> Void = { _ in }
  /// An event of the given kind was sent.
  package var told: @Sendable (_ kind: String) -> Void = { _ in }
  /// A token was missing, wrong or expired.
  package var authenticationFailed: @Sendable (_ type: String) -> Void = { _ in }

  package init() {}
}
