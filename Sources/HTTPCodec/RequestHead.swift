/// The versions that are spoken (RFC 9112 §2.3).
package enum HTTPVersion: Sendable, Equatable {
  case http10
  case http11
}

/// Request line and field lines.
package struct RequestHead: Sendable {
  /// Case-sensitive.
  package var method: String
  package var target: RequestTarget
  package var version: HTTPVersion
  package var fields: HTTPFields

  package init(method: String, target: RequestTarget, version: HTTPVersion, fields: HTTPFields) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
  }
}

/// Bounds of a request's parts.
package struct HTTPLimits: Sendable, Equatable {
  /// Bytes of the request line; more is 414.
  package var maxRequestLineBytes = 8192
  /// Bytes of all field lines; more is 431. Trailers have the same bound.
  package var maxHeaderBytes = 32768
  /// Field lines; more is 431.
  package var maxHeaderCount = 100
  /// Bytes of content; more is 413.
  package var maxBodyBytes = 1 << 20

  package init() {}
}
