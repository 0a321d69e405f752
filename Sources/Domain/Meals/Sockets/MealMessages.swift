import API
import JSONCodec
import Realtime

/// The declarations that the meal sockets share.
enum MealMessages {
  static let connected = MessageDeclaration.sent(
    "connected", "The first frame of a connection.", [.init("user_id", .uuid, "The account."), .timestamp],
    example: ["user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "timestamp": "2026-01-15T12:00:00Z"])

  static let pong = MessageDeclaration.sent(
    "pong", "The answer to `ping`.", [.timestamp], example: ["timestamp": "2026-01-15T12:00:00Z"])

  static let error = MessageDeclaration.sent(
    "error", "A message was refused, or the connection is about to be closed.",
    [
      .string("error", "A short phrase."), .string("error_code", "The code."), .string("code", "The same code."),
      .string("details", "A sentence for people."), .timestamp,
    ],
    example: [
      "error": "Authentication failed", "error_code": "AUTH_FAILED", "code": "AUTH_FAILED",
      "details": "The access token is missing, wrong or expired.", "timestamp": "2026-01-15T12:00:00Z",
    ])
}
