/// Why a request is refused before any handler sees it; the connection is closed after the answer.
package enum HTTPParseError: Error, Equatable, Sendable {
  /// RFC 9112 §3
  case invalidRequestLine
  /// RFC 9112 §3: longer than the limit in bytes.
  case requestLineTooLong(limit: Int)
  /// RFC 9112 §2.3
  case unsupportedVersion
  /// RFC 9112 §5: bad name, space before the colon, bare CR, NUL, folding.
  case invalidFieldLine
  /// RFC 6585 §5
  case fieldsTooLarge(limit: Int)
  /// RFC 6585 §5
  case tooManyFields(limit: Int)
  /// RFC 9112 §3.2: missing, repeated or malformed.
  case invalidHost
  /// RFC 9112 §3.2
  case invalidTarget
  /// RFC 9112 §6.3: not a number, repeated, or beside Transfer-Encoding.
  case invalidContentLength
  /// RFC 9112 §6.1: chunked is not the last coding, or HTTP/1.0.
  case invalidTransferEncoding
  /// RFC 9112 §6.1
  case unknownTransferCoding
  /// RFC 9110 §15.5.14
  case contentTooLarge(limit: Int)
  /// RFC 9112 §7.1
  case invalidChunk
  /// RFC 9110 §10.1.1
  case unknownExpectation

  /// The status that answers it.
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

  /// Machine-readable, upper snake case.
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

  /// A sentence for the person who reads it.
  package var message: String {
    switch self {
    case .invalidRequestLine: "The request line is malformed."
    case .requestLineTooLong(let limit): "The request line is longer than \(limit) bytes."
    case .unsupportedVersion: "Only HTTP/1.1 and HTTP/1.0 are spoken here."
    case .invalidFieldLine: "A header field line is malformed."
    case .fieldsTooLarge(let limit): "The header fields are larger than \(limit) bytes."
    case .tooManyFields(let limit): "There are more than \(limit) header fields."
    case .invalidHost: "Exactly one valid Host field is required."
    case .invalidTarget: "The request target is malformed."
    case .invalidContentLength: "The Content-Length is malformed or contradicts the rest of the request."
    case .invalidTransferEncoding: "The Transfer-Encoding is malformed."
    case .unknownTransferCoding: "This transfer coding is not known here."
    case .contentTooLarge(let limit): "The content is larger than \(limit) bytes."
    case .invalidChunk: "The chunked content is malformed."
    case .unknownExpectation: "This expectation cannot be met."
    }
  }
}
