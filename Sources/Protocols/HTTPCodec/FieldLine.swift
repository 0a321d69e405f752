import Bytes

/// The grammar of a field line (RFC 9112 §5).
enum FieldLine {
  /// Splits a line into name and value. The colon must follow the name directly; white space around the value is removed.
  static func split(
    _ bytes: [UInt8], _ line: Range<Int>
  ) throws(HTTPParseError) -> HTTPFields.Line {
    var colon = line.lowerBound
    // This also refuses folded lines, which start with white space.
    while colon < line.upperBound, Grammar.isToken(bytes[colon]) { colon += 1 }
    guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == 0x3A else { throw .invalidFieldLine }
    var start = colon + 1
    var end = line.upperBound
    while start < end, Grammar.isBlank(bytes[start]) { start += 1 }
    while end > start, Grammar.isBlank(bytes[end - 1]) { end -= 1 }
    guard isFieldContent(bytes, start..<end) else { throw .invalidFieldLine }
    return HTTPFields.Line(name: line.lowerBound..<colon, value: start..<end)
  }

  private static func isFieldContent(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let bytes = bytes.span
    var index = ByteScan.firstControl(in: bytes, from: range.lowerBound, to: range.upperBound)
    // The tab is the only control character allowed.
    while index < range.upperBound, Grammar.isFieldContent(bytes[index]) {
      index = ByteScan.firstControl(in: bytes, from: index + 1, to: range.upperBound)
    }
    return index == range.upperBound
  }
}
