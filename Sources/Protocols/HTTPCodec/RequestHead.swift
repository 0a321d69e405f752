/// The versions that are spoken (RFC 9112 §2.3).
package enum HTTPVersion: Sendable, Equatable {
  case http10
  case http11
}

/// A request line. A class, because it is handed around with each request, and its parts would be copied one by one.
package final class RequestLine: Sendable {
  /// Case-sensitive.
  package let method: String
  package let target: RequestTarget
  package let version: HTTPVersion

  package init(method: String, target: RequestTarget, version: HTTPVersion) {
    self.method = method
    self.target = target
    self.version = version
  }
}

/// Request line and field lines.
package struct RequestHead: Sendable {
  package let line: RequestLine
  package let fields: HTTPFields

  package init(line: RequestLine, fields: HTTPFields) {
    self.line = line
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
