import Bytes
package import JSONCodec
import Logging

/// Sends frames in a dialect and counts them.
package struct FrameSender<Dialect: EventDialect, Session: SocketSession> {
  package let dialect: Dialect
  let hub: RealtimeHub
  package let session: Session

  /// Why a connection ends: its close code, and the `error` frame that says it to clients that see no 44xx codes.
  package struct CloseReason {
    var close: UInt16
    var code: String
    var error: String
    var details: String

    package init(close: UInt16, code: String, error: String, details: String) {
      self.close = close
      self.code = code
      self.error = error
      self.details = details
    }

    static var authenticationFailed: CloseReason {
      CloseReason(
        close: 4401, code: "AUTH_FAILED", error: "Authentication failed",
        details: "The access token is missing, wrong or expired.")
    }
    static var signedOut: CloseReason {
      CloseReason(
        close: 1000, code: "AUTH_FAILED", error: "Signed out", details: "The account was signed out.")
    }
    static var rateLimit: CloseReason {
      CloseReason(
        close: 4429, code: "RATE_LIMIT", error: "Too many connections",
        details: "Too many connections were opened within a minute.")
    }
    static var connectionLimit: CloseReason {
      CloseReason(
        close: 4429, code: "CONNECTION_LIMIT", error: "Connection limit reached",
        details: "Close another connection of this account first.")
    }
    static var replaced: CloseReason {
      CloseReason(
        close: 1000, code: "CONNECTION_LIMIT", error: "Connection replaced",
        details: "A newer connection of this account took the place of this one.")
    }
    static var idle: CloseReason {
      CloseReason(
        close: 4408, code: "IDLE_TIMEOUT", error: "Idle", details: "Nothing was received for too long.")
    }
    static var serverError: CloseReason {
      CloseReason(
        close: 1011, code: "SERVER_ERROR", error: "Internal error", details: "Connect again to go on.")
    }
    static func invalid(_ details: String) -> CloseReason {
      CloseReason(close: 4400, code: "INVALID_PARAMETER", error: "Invalid parameter", details: details)
    }
  }

  /// Writes a failure into the log that the client is told of in few words.
  package func log(_ what: String, _ error: any Error) {
    hub.logger.error("\(what)", metadata: ["type": "\(dialect.connectionType)", "error": "\(error)"])
  }

  /// Sends one frame.
  package func say(_ frame: JSONValue) async {
    await say(frame.encoded)
  }

  /// One frame as JSON text.
  package func say(_ frame: [UInt8]) async {
    await session.send(frame)
    hub.observer.sent(dialect.connectionType)
  }

  /// Sends one frame without waiting for the loop, which is the session's.
  package func sayAtOnce(_ frame: JSONValue) {
    session.sendSync(frame.encoded)
    hub.observer.sent(dialect.connectionType)
  }

  /// Sends an `error` frame.
  package func complain(_ code: String, _ error: String, details: String) async {
    await say(dialect.error(code, error, details: details, at: hub.environment.now()))
  }

  /// Sends an `error` frame and closes.
  package func leave(_ farewell: CloseReason) async {
    if farewell.close == 4401 { hub.observer.authenticationFailed(dialect.connectionType) }
    await complain(farewell.code, farewell.error, details: farewell.details)
    await session.close(farewell.close, farewell.error)
  }
}
