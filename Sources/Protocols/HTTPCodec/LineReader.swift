import Bytes

/// A reader of CRLF-terminated lines in bytes that arrive in pieces. Each byte is examined once.
struct LineReader: Sendable {
  /// The buffer size that an idle connection keeps.
  private static let keptBytes = 1024

  private(set) var bytes: [UInt8] = []
  /// The start of the next line or content.
  private(set) var position = 0
  /// True if the ranges of lines that were taken must stay valid.
  var holdsLines = false
  private var scanned = 0

  var available: Int { bytes.count - position }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if position > 0, !holdsLines {
      if position == bytes.count {
        bytes.removeAll(keepingCapacity: true)
      } else {
        bytes.removeFirst(position)
      }
      scanned -= position
      position = 0
    }
    unsafe bytes.append(contentsOf: more)
  }

  /// Frees the memory of a large request if all bytes were read.
  mutating func shrink() {
    guard available == 0, bytes.capacity > Self.keptBytes else { return }
    bytes = []
    position = 0
    scanned = 0
  }

  /// Takes the next line without its CRLF; nil if its end is missing.
  ///
  /// - Throws: `invalid` for a bare CR, a bare LF and NUL; `tooLong` if the line exceeds `limit` bytes.
  mutating func takeLine(
    limit: Int, tooLong: HTTPParseError, invalid: HTTPParseError
  ) throws(HTTPParseError) -> Range<Int>? {
    var index = scanned
    defer { scanned = max(index, position) }
    while index < bytes.count {
      // The fast path examines eight bytes at a time.
      if index == position || bytes[index - 1] != 0x0D {
        index = endOfPlain(from: index, to: min(bytes.count, position + limit))
        guard index < bytes.count else { break }
        // In almost all cases this is the end of the line.
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A, index - position <= limit {
          let line = position..<index
          position = index + 2
          return line
        }
      }
      let byte = bytes[index]
      let followsCR = index > position && bytes[index - 1] == 0x0D
      if byte == 0x0A {
        guard followsCR else { throw invalid }
        let line = position..<index - 1
        position = index + 1
        return line
      }
      if byte == 0 || followsCR { throw invalid }
      index += 1
      // A CR may follow the last byte.
      guard index - position <= (byte == 0x0D ? limit + 1 : limit) else { throw tooLong }
    }
    return nil
  }

  /// Returns the index after the bytes from `start` on that neither end a line nor are forbidden in one; at most `end`.
  private func endOfPlain(from start: Int, to end: Int) -> Int {
    start < end ? ByteScan.firstIndex(below: 0x0E, in: bytes.span, from: start, to: end) : start
  }

  /// Takes at most `count` bytes of content.
  mutating func take(_ count: Int) -> [UInt8] {
    let end = position + min(count, available)
    let result = Array(bytes[position..<end])
    position = end
    scanned = max(scanned, end)
    return result
  }
}
