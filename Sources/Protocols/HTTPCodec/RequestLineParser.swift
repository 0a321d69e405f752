/// The parser of request lines (RFC 9112 §3).
enum RequestLineParser {
  /// Parses the bytes of `line`, which exclude its CRLF.
  /// - Throws: `invalidRequestLine`, `invalidTarget`, `unsupportedVersion`.
  static func parse(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTPParseError) -> RequestLine {
    let parts = try split(bytes, line)
    let version = try version(bytes, parts.version)
    let method = method(bytes[parts.method])
    guard let target = RequestTarget(bytes[parts.target], method: method) else { throw .invalidTarget }
    return RequestLine(method: method, target: target, version: version)
  }

  /// Splits the line. Method and target are not empty and consist of allowed bytes.
  private static func split(
    _ bytes: [UInt8], _ line: Range<Int>
  ) throws(HTTPParseError) -> (method: Range<Int>, target: Range<Int>, version: Range<Int>) {
    var first = line.lowerBound
    while first < line.upperBound, Grammar.isToken(bytes[first]) { first += 1 }
    var last = line.upperBound - 1
    while last > first, bytes[last] != 0x20 { last -= 1 }
    guard first > line.lowerBound, first - line.lowerBound <= 32, last > first + 1, bytes[first] == 0x20 else {
      throw .invalidRequestLine
    }
    for index in first + 1..<last where !Grammar.isTarget(bytes[index]) { throw .invalidRequestLine }
    return (line.lowerBound..<first, first + 1..<last, last + 1..<line.upperBound)
  }

  /// GET, the most frequent method, needs no string allocation.
  private static func method(_ text: ArraySlice<UInt8>) -> String {
    let start = text.startIndex
    if text.count == 3, text[start] == 0x47, text[start + 1] == 0x45, text[start + 2] == 0x54 { return "GET" }
    return String(decoding: text, as: UTF8.self)
  }

  private static func version(_ bytes: [UInt8], _ text: Range<Int>) throws(HTTPParseError) -> HTTPVersion {
    let start = text.lowerBound
    guard text.count == 8, bytes[start] == 0x48, bytes[start + 1] == 0x54, bytes[start + 2] == 0x54,
      bytes[start + 3] == 0x50, bytes[start + 4] == 0x2F, Grammar.isDigit(bytes[start + 5]),
      bytes[start + 6] == 0x2E, Grammar.isDigit(bytes[start + 7])
    else { throw .invalidRequestLine }
    guard bytes[start + 5] == 0x31 else { throw .unsupportedVersion }
    // A higher minor version is treated as 1.1 (RFC 9110 §2.5).
    return bytes[start + 7] == 0x30 ? .http10 : .http11
  }
}
