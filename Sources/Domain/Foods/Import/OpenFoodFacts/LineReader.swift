/// Reads the lines of a file of any size one by one.
///
/// Memory is one chunk of the source and one line. A line beyond the limit is read to its end, but not kept.
struct LineReader {
  /// One line without its end.
  enum Line: Equatable {
    case text([UInt8])
    /// The line has more bytes than the limit.
    case tooLong
  }

  private static let (newline, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  private let source: any ByteSource
  /// Longest line in bytes.
  private let limit: Int
  private var chunk: [UInt8] = []
  private var position = 0

  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// The next line that is not empty; nil at the end.
  mutating func next() throws(FoodImportError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while try fill() {
      let end = chunk[position...].firstIndex(of: Self.newline)
      let piece = chunk[position..<(end ?? chunk.count)]
      position = end.map { $0 + 1 } ?? chunk.count
      isTooLong = isTooLong || piece.count > limit - line.count
      if isTooLong { line.removeAll(keepingCapacity: true) } else { line.append(contentsOf: piece) }
      guard end != nil else { continue }
      if isTooLong { return .tooLong }
      if line.last == Self.carriage { line.removeLast() }
      if !line.isEmpty { return .text(line) }
    }
    return isTooLong ? .tooLong : line.isEmpty ? nil : .text(line)
  }

  /// - Returns: whether there is a byte at `position`.
  private mutating func fill() throws(FoodImportError) -> Bool {
    if position < chunk.count { return true }
    chunk = try source.read()
    position = 0
    return !chunk.isEmpty
  }
}
