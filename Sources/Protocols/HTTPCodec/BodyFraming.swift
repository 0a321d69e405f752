import Bytes

/// The framing of a request's content (RFC 9112 §6).
enum BodyFraming: Equatable, Sendable {
  case none
  case length(Int)
  case chunked

  /// Derives the framing from the field lines. Any doubt is an error: two readings of one message are how requests are smuggled.
  static func decide(
    _ fields: HTTPFields, version: HTTPVersion, maxBodyBytes: Int
  ) throws(HTTPParseError) -> BodyFraming {
    guard fields.mayHold(.framing) else { return .none }
    let lengths = fields.occurrence(of: "Content-Length")
    switch fields.occurrence(of: "Transfer-Encoding") {
    case .never: break
    case .once(let codings):
      guard case .never = lengths else { throw .invalidContentLength }
      return try chunked(codings, version: version)
    case .repeatedly:
      guard case .never = lengths else { throw .invalidContentLength }
      throw .invalidTransferEncoding
    }
    switch lengths {
    case .never: return .none
    case .once(let text):
      let length = try contentLength(text, maxBodyBytes: maxBodyBytes)
      return length == 0 ? .none : .length(length)
    case .repeatedly: throw .invalidContentLength
    }
  }

  private static func chunked(_ codings: ArraySlice<UInt8>, version: HTTPVersion) throws(HTTPParseError) -> BodyFraming
  {
    guard version == .http11 else { throw .invalidTransferEncoding }
    if Grammar.isWord(codings, "chunked") { return .chunked }
    let list = codings.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { $0.trimmingOptionalWhitespace() }
    // Unless chunked is the last coding and occurs once, the end of the content is undefined (§6.3).
    guard list.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Grammar.isToken) }),
      list.firstIndex(where: { Grammar.isWord($0, "chunked") }) == list.count - 1
    else { throw .invalidTransferEncoding }
    throw .unknownTransferCoding
  }

  /// Parses 1*DIGIT: no sign, list, space or empty value (RFC 9110 §8.6).
  private static func contentLength(
    _ text: ArraySlice<UInt8>, maxBodyBytes: Int
  ) throws(HTTPParseError) -> Int {
    guard !text.isEmpty, text.allSatisfy(Grammar.isDigit) else { throw .invalidContentLength }
    var length = 0
    for digit in text {
      let (product, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit - 0x30))
      guard !overflow, !carry, sum <= maxBodyBytes else { throw .contentTooLarge(limit: maxBodyBytes) }
      length = sum
    }
    return length
  }
}
