package import JSONCodec

/// Handles the messages that clients of an event socket may send beyond `ping` and `authenticate`.
package protocol ClientMessageHandler: Sendable {
  /// Returns the position at which a connection without `since` starts. - Parameter stored: the last delivered event.
  func startPosition(after stored: Int64) async throws -> Int64
  /// Handles a message. On the connection's loop.
  func handle(_ message: JSONValue, type: String) async throws -> MessageReply
}
