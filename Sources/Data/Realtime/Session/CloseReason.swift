/// The reason why the server closes a connection: the close code, and the `error` frame before it for clients whose
/// WebSocket library hides 44xx codes.
package struct CloseReason: Sendable {
  /// RFC 6455 §7.4, or 4400 to 4599.
  package var closeCode: UInt16
  /// The code of the `error` frame before the path's translation.
  package var code: String
  /// A short phrase. The reason text of the close frame begins with it.
  package var error: String
  /// Sentences. The last one names the setting of an exceeded limit.
  package var details: String
  /// The reason text of the close frame: `error`, with the setting of an exceeded limit.
  package var text: String

  /// - Parameters:
  ///   - error: with the setting at most 120 bytes, because a close frame's reason has at most 123.
  ///   - setting: the setting of the limit that is exceeded; nil for other reasons.
  package init(_ closeCode: UInt16, code: String, error: String, details: String, setting: String? = nil) {
    self.closeCode = closeCode
    self.code = code
    self.error = error
    self.details = setting.map { "\(details) Setting: \($0)." } ?? details
    text = setting.map { "\(error) (\($0))" } ?? error
  }

  static let authenticationFailed = CloseReason(
    4401, code: "AUTH_FAILED", error: "Authentication failed",
    details: "The access token is missing, wrong or expired.")
  static let signedOut = CloseReason(
    1000, code: "AUTH_FAILED", error: "Signed out", details: "The account was signed out.")
  static let idle = CloseReason(
    4408, code: "IDLE_TIMEOUT", error: "Idle", details: "Nothing was received for too long.",
    setting: "websocket.idle_timeout")
  /// The sweep found a connection without activity.
  static let stale = CloseReason(
    4408, code: "IDLE_TIMEOUT", error: "Idle", details: "Nothing was received for too long.",
    setting: "websocket.sweep_age")
  static let serverError = CloseReason(
    1011, code: "SERVER_ERROR", error: "Internal error", details: "Connect again to go on.")

  static func rateLimit(_ limits: ConnectionLimits) -> CloseReason {
    CloseReason(
      4429, code: "RATE_LIMIT", error: "Too many connections",
      details: "Too many connections were opened within a minute.", setting: limits.perMinuteSetting)
  }

  static func connectionLimit(_ limits: ConnectionLimits) -> CloseReason {
    CloseReason(
      4429, code: "CONNECTION_LIMIT", error: "Connection limit reached",
      details: "Close another connection of this account first.", setting: limits.maxPerUserSetting)
  }

  /// The `error` of a connection that another one replaced. Its client must not reconnect.
  package static let replacedError = "Connection replaced"

  static func replaced(_ limits: ConnectionLimits) -> CloseReason {
    CloseReason(
      1000, code: "CONNECTION_LIMIT", error: replacedError,
      details: "A newer connection of this account, or of the same device, took the place of this one.",
      setting: limits.maxPerUserSetting)
  }

  static func invalidParameter(_ details: String) -> CloseReason {
    CloseReason(4400, code: "INVALID_PARAMETER", error: "Invalid parameter", details: details)
  }
}
