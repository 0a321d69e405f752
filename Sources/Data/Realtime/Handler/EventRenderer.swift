package import Bytes
package import JSONCodec

/// Renders a user's events as the frames of one path. Pure.
package protocol EventRenderer: Sendable {
  /// The kinds of events that the path sends; others are never read.
  var kinds: [String] { get }
  /// Makes the first frame of a connection; nil if the path has none.
  func welcome(userID: String, at moment: Timestamp) -> JSONValue?
  /// Makes the frame of an event, without `event_id`; nil if the path sends none for it.
  func frame(_ event: Event) -> JSONValue?
}

extension EventRenderer {
  /// No welcome frame.
  package func welcome(userID: String, at moment: Timestamp) -> JSONValue? { nil }
}
