/// A supported HTTP version (RFC 9112 §2.3).
package enum HTTPVersion: Sendable, Equatable {
  /// HTTP/1.0
  case http10
  /// HTTP/1.1
  case http11
}

/// A request line. It is a class because it is passed along with each request, and a struct's parts would be retained one by one.
package final class RequestLine: Sendable {
  /// The method, case-sensitive.
  package let method: String
  /// The parsed target.
  package let target: RequestTarget
  /// The version of the request.
  package let version: HTTPVersion

  /// - Parameters:
  ///   - method: a token (RFC 9110 §9.1).
  ///   - target: the parsed target.
  ///   - version: the version of the request.
  package init(method: String, target: RequestTarget, version: HTTPVersion) {
    self.method = method
    self.target = target
    self.version = version
  }
}

/// The head of a request: request line and field lines.
package struct RequestHead: Sendable {
  /// The request line.
  package let line: RequestLine
  /// The field lines in the order received.
  package let fields: HTTPFields

  /// - Parameters:
  ///   - line: the request line.
  ///   - fields: the field lines.
  package init(line: RequestLine, fields: HTTPFields) {
    self.line = line
    self.fields = fields
  }
}

/// The limits of a request.
package struct HTTPLimits: Sendable, Equatable {
  /// Maximum bytes of the request line; more is refused with 414.
  package var maxRequestLineBytes = 8192
  /// Maximum bytes of all field lines; more is refused with 431. Trailers have the same limit.
  package var maxHeaderBytes = 32768
  /// Maximum number of field lines; more is refused with 431.
  package var maxHeaderCount = 100
  /// Maximum bytes of content; more is refused with 413.
  package var maxBodyBytes = 1 << 20

  /// Creates the default limits.
  package init() {}
}
