/// What is counted about rooms. `App` connects it to the metrics; any thread.
package struct ChatObserver: Sendable {
  /// So many messages, edits and deletions were stored.
  package var stored: @Sendable (_ count: Int) -> Void = { _ in }
  /// So many of their frames were made, each for all who hear it.
  package var encoded: @Sendable (_ count: Int) -> Void = { _ in }
  /// So many frames were handed to sockets that hear a room live.
  package var delivered: @Sendable (_ count: Int) -> Void = { _ in }

  package init() {}
}
