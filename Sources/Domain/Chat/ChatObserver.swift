/// Callbacks that count what happens in rooms. `App` connects them to the metrics. Any thread.
package struct ChatObserver: Sendable {
  /// Messages, edits and deletions were stored.
  package var stored: @Sendable (_ count: Int) -> Void = { _ in }
  /// Frames of stored changes were encoded, each once for all its receivers.
  package var encoded: @Sendable (_ count: Int) -> Void = { _ in }
  /// Frames were queued for connections that receive from a room.
  package var delivered: @Sendable (_ count: Int) -> Void = { _ in }

  /// Counts nothing.
  package init() {}
}
