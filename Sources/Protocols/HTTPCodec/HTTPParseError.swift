/// An error in a request. The connection is closed after the response.
package enum HTTPParseError: Error, Equatable, Sendable {
  /// A malformed request line (RFC 9112 §3).
  case invalidRequestLine
  /// A request line over the limit in bytes (RFC 9112 §3).
  case requestLineTooLong(limit: Int)
  /// A version other than HTTP/1.0 and HTTP/1.1 (RFC 9112 §2.3).
  case unsupportedVersion
  /// A malformed field line: invalid name, space before the colon, bare CR, NUL, folding (RFC 9112 §5).
  case invalidFieldLine
  /// Field lines over the limit in bytes (RFC 6585 §5).
  case fieldsTooLarge(limit: Int)
  /// More field lines than the limit (RFC 6585 §5).
  case tooManyFields(limit: Int)
  /// A missing, repeated or malformed `Host` (RFC 9112 §3.2).
  case invalidHost
  /// A malformed request target (RFC 9112 §3.2).
  case invalidTarget
  /// A `Content-Length` that is not a number, is repeated, or accompanies `Transfer-Encoding` (RFC 9112 §6.3).
  case invalidContentLength
  /// A `Transfer-Encoding` that does not end with chunked, or in HTTP/1.0 (RFC 9112 §6.1).
  case invalidTransferEncoding
  /// An unsupported transfer coding (RFC 9112 §6.1).
  case unknownTransferCoding
  /// Content over the limit in bytes (RFC 9110 §15.5.14).
  case contentTooLarge(limit: Int)
  /// Malformed chunked content (RFC 9112 §7.1).
  case invalidChunk
  /// An expectation other than `100-continue` (RFC 9110 §10.1.1).
  case unknownExpectation

  /// The status of the response.
  package var status: Int {
    switch self {
    case .requestLineTooLong: 414
    case .fieldsTooLarge, .tooManyFields: 431
    case .contentTooLarge: 413
    case .unsupportedVersion: 505
    case .unknownTransferCoding: 501
    case .unknownExpectation: 417
    default: 400
    }
  }

  /// The machine-readable code of the response, in upper snake case.
  package var code: String {
    switch self {
    case .requestLineTooLong: "URI_TOO_LONG"
    case .fieldsTooLarge, .tooManyFields: "HEADERS_TOO_LARGE"
    case .contentTooLarge: "CONTENT_TOO_LARGE"
    case .unsupportedVersion: "VERSION_NOT_SUPPORTED"
    case .unknownTransferCoding: "NOT_IMPLEMENTED"
    case .unknownExpectation: "EXPECTATION_FAILED"
    default: "BAD_REQUEST"
    }
  }

  /// A sentence for the client's developer.
  package var message: String {
    switch self {
    case .invalidRequestLine: "The request line is malformed."
    case .requestLineTooLong(let limit): "The request line is longer than \(limit) bytes."
    case .unsupportedVersion: "Only HTTP/1.1 and HTTP/1.0 are supported."
    case .invalidFieldLine: "A header field line is malformed."
    case .fieldsTooLarge(let limit): "The header fields are larger than \(limit) bytes."
    case .tooManyFields(let limit): "There are more than \(limit) header fields."
    case .invalidHost: "Exactly one valid Host field is required."
    case .invalidTarget: "The request target is malformed."
    case .invalidContentLength: "The Content-Length is malformed or conflicts with another field."
    case .invalidTransferEncoding: "The Transfer-Encoding is malformed."
    case .unknownTransferCoding: "This transfer coding is not supported. Supported: chunked."
    case .contentTooLarge(let limit): "The content is larger than \(limit) bytes."
    case .invalidChunk: "The chunked content is malformed."
    case .unknownExpectation: "This expectation is not supported. Supported: 100-continue."
    }
  }
}
