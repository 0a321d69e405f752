/// The reason why the server closes a connection: the close code, and the `error` frame before it for clients whose
/// WebSocket library hides 44xx codes.
package struct CloseReason: Sendable {
  /// RFC 6455 §7.4, or 4400 to 4599.
  package var closeCode: UInt16
  /// The code of the `error` frame before the path's translation.
  package var code: String
  /// A short phrase. It is the reason text of the close frame as well.
  package var error: String
  /// A sentence.
  package var details: String

  /// - Parameter error: at most 123 bytes, the limit of a close frame's reason.
  package init(_ closeCode: UInt16, code: String, error: String, details: String) {
    self.closeCode = closeCode
    self.code = code
    self.error = error
    self.details = details
  }

  static let authenticationFailed = CloseReason(
    4401, code: "AUTH_FAILED", error: "Authentication failed",
    details: "The access token is missing, wrong or expired.")
  static let signedOut = CloseReason(
    1000, code: "AUTH_FAILED", error: "Signed out", details: "The account was signed out.")
  static let rateLimit = CloseReason(
    4429, code: "RATE_LIMIT", error: "Too many connections",
    details: "Too many connections were opened within a minute.")
  static let connectionLimit = CloseReason(
    4429, code: "CONNECTION_LIMIT", error: "Connection limit reached",
    details: "Close another connection of this account first.")
  static let replaced = CloseReason(
    1000, code: "CONNECTION_LIMIT", error: "Connection replaced",
    details: "A newer connection of this account took the place of this one.")
  static let idle = CloseReason(
    4408, code: "IDLE_TIMEOUT", error: "Idle", details: "Nothing was received for too long.")
  static let serverError = CloseReason(
    1011, code: "SERVER_ERROR", error: "Internal error", details: "Connect again to go on.")

  static func invalidParameter(_ details: String) -> CloseReason {
    CloseReason(4400, code: "INVALID_PARAMETER", error: "Invalid parameter", details: details)
  }
}
