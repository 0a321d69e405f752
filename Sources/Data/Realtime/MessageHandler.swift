package import JSONCodec

/// What a path does on one connection beside what every socket does (greeting, pings, tokens, idle time, its end).
/// On the connection's loop.
package protocol MessageHandler: AnyObject {
  /// Bytes of the largest message that is looked at.
  var maxBytes: Int { get }

  /// The connection was let in and is about to be greeted: from now on it may be woken. What needs more than the dialect
  /// knows may greet here instead.
  func prepare() async throws
  /// The connection was greeted. - Throws: what ends the connection with 1011; so do the others.
  func begin() async throws
  /// Answers a message for which nothing has to be waited for, without a task.
  /// - Returns: false where `heard` shall be told of it.
  func handleSync(_ message: JSONValue, type: String) -> Bool
  /// A message with a `type` that is not one of every socket's.
  func heard(_ message: JSONValue, type: String) async throws -> SocketReply
  /// The session was woken.
  func woken() async throws
  /// What the connection is about is over. - Returns: whether it was told so and closed; otherwise it is closed with 1000.
  func finished() async -> Bool
  /// Something threw. - Returns: whether the connection was told so and closed; otherwise it is closed with 1011.
  func failed(_ error: any Error) async -> Bool
  /// Nothing more will happen. Called once.
  func ended()
}

extension MessageHandler {
  package func prepare() async throws {}
  package func handleSync(_ message: JSONValue, type: String) -> Bool { false }
  package func finished() async -> Bool { false }
  package func failed(_ error: any Error) async -> Bool { false }
}
