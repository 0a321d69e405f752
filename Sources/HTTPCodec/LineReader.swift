/// Finds CRLF-terminated lines in bytes that arrive in pieces; each byte is looked at once.
struct LineReader: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where the next line or content starts.
  private(set) var position = 0
  private var scanned = 0

  var available: Int { bytes.count - position }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if position > 0 {
      bytes.removeFirst(position)
      scanned -= position
      position = 0
    }
    unsafe bytes.append(contentsOf: more)
  }

  /// The next line without its CRLF, or nil where its end is not there yet.
  ///
  /// - Throws: `invalid` for a bare CR, a bare LF and NUL, `tooLong` where the line passes `limit` bytes.
  mutating func takeLine(
    limit: Int, tooLong: HTTPParseError, invalid: HTTPParseError
  ) throws(HTTPParseError) -> Range<Int>? {
    while scanned < bytes.count {
      let byte = bytes[scanned]
      if byte == 0x0A {
        guard scanned > position, bytes[scanned - 1] == 0x0D else { throw invalid }
        let line = position..<scanned - 1
        position = scanned + 1
        scanned = position
        return line
      }
      if byte == 0 || (scanned > position && bytes[scanned - 1] == 0x0D) { throw invalid }
      scanned += 1
      // A CR may stand behind the last byte.
      guard scanned - position <= (byte == 0x0D ? limit + 1 : limit) else { throw tooLong }
    }
    return nil
  }

  /// Takes up to `count` bytes of content.
  mutating func take(_ count: Int) -> [UInt8] {
    let end = position + min(count, available)
    let result = Array(bytes[position..<end])
    position = end
    scanned = max(scanned, end)
    return result
  }
}
