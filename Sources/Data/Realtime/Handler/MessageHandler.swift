package import JSONCodec

/// The handler of one connection: the part that is special to its path. Confined to the connection's loop.
///
/// An error that a method throws is passed to `failed(_:)`.
package protocol MessageHandler: AnyObject {
  /// Sends the welcome frame, if the path has one. The client is authenticated, and from now on the session may be woken.
  func opened() async throws
  /// Sends the frames that the client missed. Called once after `opened()`, when the connection is listed.
  func start() async throws
  /// Handles a message that needs no suspension, without a task.
  /// - Returns: false if the message is to be passed to `handle(_:type:)`.
  func handleSync(_ message: JSONValue, type: String) -> Bool
  /// Handles a message whose type is not one of those that every socket accepts.
  func handle(_ message: JSONValue, type: String) async throws -> MessageReply
  /// Sends what became available. Called after one or more calls of `SocketSession.wake()`.
  func woken() async throws
  /// Reports that the subject of the connection ended.
  /// - Returns: whether the connection is closed; if not, it is closed with 1000.
  func finished() async -> Bool
  /// Reports a failure. - Returns: whether the connection is closed; if not, it is closed with 1011.
  func failed(_ error: any Error) async -> Bool
  /// Releases what the connection held. Called once, as the last method.
  func closed()
  /// Announces that the connection is not listed any more, neither here nor in the database; nil if it is not announced.
  var departure: Departure? { get }
}

extension MessageHandler {
  /// No welcome frame.
  package func opened() async throws {}
  /// No missed frames.
  package func start() async throws {}
  /// Passes every message to `handle(_:type:)`.
  package func handleSync(_ message: JSONValue, type: String) -> Bool { false }
  /// Ignores every message.
  package func handle(_ message: JSONValue, type: String) async throws -> MessageReply { .nothing }
  /// Nothing becomes available.
  package func woken() async throws {}
  /// Leaves the close to the conversation.
  package func finished() async -> Bool { false }
  /// Leaves the close to the conversation.
  package func failed(_ error: any Error) async -> Bool { false }
  /// Nothing is held.
  package func closed() {}
  /// Nothing depends on the list.
  package var departure: Departure? { nil }
}

/// The answer to a message.
package enum MessageReply: Sendable {
  case nothing
  case frame(JSONValue)
  /// An `error` frame in the format of the connection.
  case error(code: String, String)
}
