package import Bytes
package import JSONCodec

/// The form of the frames that every socket sends, on one path. Pure.
package protocol FrameFormat: Sendable {
  /// Makes the answer to a JSON ping.
  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue
  /// Makes the answer to a valid new access token.
  func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue
  /// Makes an `error` frame.
  /// - Parameters:
  ///   - code: the code before the path's translation (`AUTH_FAILED`).
  ///   - error: a short phrase.
  ///   - details: a sentence.
  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue
}

extension FrameFormat {
  /// The default form, with the expiry in RFC 3339.
  package func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue {
    ["type": "authenticated", "expires_at": .string(end.rfc3339), "timestamp": .string(moment.rfc3339)]
  }
}
