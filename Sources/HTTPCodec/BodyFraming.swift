/// How the content of a request is delimited (RFC 9112 §6).
enum BodyFraming: Equatable, Sendable {
  case none
  case length(Int)
  case chunked

  /// Decides from the field lines. Any doubt is an error: two readings of one message are how requests are smuggled.
  static func decide(
    _ fields: HTTPFields, version: HTTPVersion, maxBodyBytes: Int
  ) throws(HTTPParseError) -> BodyFraming {
    let codings = fields.all("Transfer-Encoding")
    let lengths = fields.all("Content-Length")
    if !codings.isEmpty {
      guard lengths.isEmpty else { throw .invalidContentLength }
      return try chunked(codings, version: version)
    }
    guard let text = lengths.first else { return .none }
    guard lengths.count == 1 else { throw .invalidContentLength }
    let length = try contentLength(text, maxBodyBytes: maxBodyBytes)
    return length == 0 ? .none : .length(length)
  }

  private static func chunked(_ codings: [String], version: HTTPVersion) throws(HTTPParseError) -> BodyFraming {
    guard version == .http11, codings.count == 1 else { throw .invalidTransferEncoding }
    if Grammar.isWord(codings[0], "chunked") { return .chunked }
    let list = codings[0].split(separator: ",", omittingEmptySubsequences: false).map { coding in
      coding.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed().map { $0 }
    }
    // Where chunked is not the last coding, and the only chunked one, the end of the content cannot be told (§6.3).
    let names = list.map { String(decoding: $0, as: UTF8.self) }
    guard list.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Grammar.isToken) }),
      names.firstIndex(where: { Grammar.isWord($0, "chunked") }) == names.count - 1
    else { throw .invalidTransferEncoding }
    throw .unknownTransferCoding
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// 1*DIGIT, nothing else: no sign, list, space or empty value (RFC 9110 §8.6).
  private static func contentLength(_ text: String, maxBodyBytes: Int) throws(HTTPParseError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(Grammar.isDigit) else { throw .invalidContentLength }
    // A number too large for Int is certainly over the limit.
    guard let length = Int(text), length <= maxBodyBytes else { throw .contentTooLarge(limit: maxBodyBytes) }
    return length
  }
}
