package import API

/// A code of `error` frames.
package struct ErrorCodeDeclaration: Sendable, Equatable {
  /// Upper snake case, after the path's translation.
  package var code: String
  /// The condition under which the server reports the code, one sentence for documents.
  package var summary: String

  /// - Parameter summary: a sentence in Markdown.
  package init(_ code: String, _ summary: String) {
    self.code = code
    self.summary = summary
  }

  /// The codes that every socket reports. Their names are those before a path's translation.
  static let common = [
    ErrorCodeDeclaration("AUTH_FAILED", "The access token is missing, invalid or expired, or the account signed out."),
    ErrorCodeDeclaration("RATE_LIMIT", "The account opened too many connections within a minute."),
    ErrorCodeDeclaration(
      "CONNECTION_LIMIT", "The account has too many open connections, or a newer one replaced this one."),
    ErrorCodeDeclaration("IDLE_TIMEOUT", "Neither a data frame nor a ping arrived within the idle time-out."),
    ErrorCodeDeclaration("SERVER_ERROR", "The request failed in the server. Sending it again may succeed."),
    ErrorCodeDeclaration("INVALID_PARAMETER", "A query parameter is invalid."),
    ErrorCodeDeclaration("INVALID_JSON", "The message is not one JSON object in UTF-8, or it is too large."),
    ErrorCodeDeclaration("INVALID_MESSAGE", "The message lacks a field of its type, or its type is unknown."),
  ]
}

/// A close code (RFC 6455 §7.4) and the condition under which the server sends it.
package struct CloseCodeDeclaration: Sendable, Equatable {
  /// A registered code, or 4400 to 4599 for those of this server.
  package var code: UInt16
  /// The condition, and whether clients should reconnect.
  package var summary: String

  /// - Parameter summary: sentences in Markdown.
  package init(_ code: UInt16, _ summary: String) {
    self.code = code
    self.summary = summary
  }

  static let common = [
    CloseCodeDeclaration(1000, "Replaced by a newer connection, or the account signed out. Clients do not reconnect."),
    CloseCodeDeclaration(1001, "The server shuts down, or an administrator closed the connection. Clients reconnect."),
    CloseCodeDeclaration(1002, "The client violated RFC 6455."),
    CloseCodeDeclaration(1007, "A text message is not UTF-8."),
    CloseCodeDeclaration(1009, "A message exceeds the size limit of the server."),
    CloseCodeDeclaration(1011, "Internal failure. Clients reconnect."),
    CloseCodeDeclaration(1012, "A node lost its place, or development data was replaced. Clients reconnect."),
    CloseCodeDeclaration(4400, "A query parameter is missing or invalid."),
    CloseCodeDeclaration(4401, "The access token is missing, invalid or expired."),
    CloseCodeDeclaration(4408, "Idle time-out."),
    CloseCodeDeclaration(4429, "Connection limit or rate limit."),
  ]
}

extension ErrorDeclaration {
  /// The responses that refuse the handshake of any socket. Everything else is reported by an `error` frame after the
  /// upgrade, because WebSocket clients cannot read the content of a refusal.
  package static let handshake =
    [
      ErrorDeclaration(
        400, "BAD_UPGRADE", "A field of the handshake is missing or invalid, or the request has content."),
      ErrorDeclaration(403, "FORBIDDEN", "The origin is not in `websocket.allowed_origins`."),
      ErrorDeclaration(405, "METHOD_NOT_ALLOWED", "The method is not GET."),
      ErrorDeclaration(426, "UPGRADE_REQUIRED", "The request is no handshake of WebSocket version 13."),
      ErrorDeclaration(
        429, "RATE_LIMIT",
        "More than `websocket.failures_per_minute` connections of this address failed within a minute."),
      ErrorDeclaration(
        429, "CONNECTION_LIMIT",
        "The client has `http.max_connections_per_address` sockets through a trusted proxy. `Retry-After` states the seconds to wait."
      ),
    ] + transport + [internalError] + unavailable
}
