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
    CloseCodeDeclaration(4400, "A query parameter is missing or invalid."),
    CloseCodeDeclaration(4401, "The access token is missing, invalid or expired."),
    CloseCodeDeclaration(4408, "Idle time-out."),
    CloseCodeDeclaration(4429, "Connection limit or rate limit."),
  ]
}
