package import JSONCodec

/// Hears what clients say beyond what every event socket understands (ping, authenticate).
package protocol SocketListener: Sendable {
  /// Bytes of the largest message that is looked at.
  var maxBytes: Int { get }

  /// Where a new connection begins that gave no `since`. - Parameter stored: behind what was told last.
  func start(from stored: Int64) async throws -> Int64

  /// A message with a `type` that is not one of every socket's. On the connection's loop.
  func heard(_ message: JSONValue, type: String) async throws -> SocketReply
}

/// What becomes of a message.
package enum SocketReply: Sendable {
  case nothing
  case frame(JSONValue)
  /// An `error` frame in the dialect of the connection.
  case error(code: String, String)
}

/// Types that nothing is known about are ignored.
struct NoListener: SocketListener {
  /// A token has at most 8 KiB.
  var maxBytes: Int { 16 << 10 }

  func start(from stored: Int64) async throws -> Int64 { stored }

  func heard(_ message: JSONValue, type: String) async throws -> SocketReply { .nothing }
}
