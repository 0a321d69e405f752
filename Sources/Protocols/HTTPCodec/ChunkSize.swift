/// The size in a chunk header (RFC 9112 §7.1).
enum ChunkSize {
  /// Parses 1*HEXDIG. - Returns: the size and the rest of the line.
  static func read(_ line: ArraySlice<UInt8>) throws(HTTPParseError) -> (Int, ArraySlice<UInt8>) {
    let digits = line.prefix { Grammar.hexValue($0) != nil }
    guard !digits.isEmpty, digits.count <= 16 else { throw .invalidChunk }
    var size = 0
    for digit in digits {
      let (product, overflow) = size.multipliedReportingOverflow(by: 16)
      guard !overflow, let value = Grammar.hexValue(digit) else { throw .invalidChunk }
      size = product + value
    }
    return (size, line[digits.endIndex...])
  }
}
