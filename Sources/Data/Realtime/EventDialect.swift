package import Bytes
package import JSONCodec

/// The words that one socket path uses (wire contract §3, §5): which events it shows, and as what frames.
///
/// It is pure. `EventSocket` adds `event_id` to the frames of events.
package protocol EventDialect: Sendable {
  /// The type by which connections are counted and positions kept (`meal_logs`, `nutrition`).
  var connectionType: String { get }
  /// Under which name positions are kept; the type of the connection where it does not say.
  var cursorType: String { get }
  /// The topic whose events are shown beside those without one; nil for paths that know none.
  var topic: String? { get }
  /// Bytes of the longest name that a client may give its device.
  var maxDeviceBytes: Int { get }
  /// Whether an answer to the server's ping counts as activity.
  var countsPongs: Bool { get }
  /// The kinds of events that this path shows; others are never read.
  var kinds: [String] { get }

  /// The first frame of a connection, or nil where the path has none.
  func greeting(userID: String, at moment: Timestamp) -> JSONValue?
  /// The frame that tells `event`, or nil where this connection is not told of it.
  func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue?
  /// The answer to a JSON ping.
  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue
  /// The frame that reports a failure. `code` is one of wire contract §10, `error` a short phrase, `details` a sentence.
  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue
  /// The answer to a new token.
  func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue
}

extension EventDialect {
  package var cursorType: String { connectionType }
  package var topic: String? { nil }
  package var countsPongs: Bool { false }
  package var maxDeviceBytes: Int { 128 }

  package func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue {
    ["type": "authenticated", "expires_at": .string(end.rfc3339), "timestamp": .string(moment.rfc3339)]
  }
}

/// What a connection chose by its query parameters (wire contract §11.1).
package struct DialectOptions: Sendable, Equatable {
  /// `?quantity=number`: amounts of items as numbers; otherwise as text.
  package var quantityAsNumber = false
  /// `?metadata=base64`: what belongs to a template as base64 text; otherwise as an object.
  package var metadataAsBase64 = false

  package init(quantityAsNumber: Bool = false, metadataAsBase64: Bool = false) {
    self.quantityAsNumber = quantityAsNumber
    self.metadataAsBase64 = metadataAsBase64
  }
}
