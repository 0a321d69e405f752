/// Reads comma-separated values (RFC 4180) row by row, with the columns by the names of the first row.
///
/// Memory is one piece of the source and one row. Quotes inside of a field that began without one stand for themselves.
struct CSVReader {
  /// Longer rows are refused: an unclosed quote would otherwise take the rest of the file into memory.
  static let maxRowBytes = 1 << 20
  private static let (comma, quote, newline, carriage) = (
    UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")
  )

  /// The line on which the row begins that was read last.
  private(set) var line = 0
  /// Bytes taken from the source so far.
  private(set) var bytesRead = 0

  private let source: any ByteSource
  private var piece: [UInt8] = []
  private var position = 0
  private var nextLine = 1
  private var row: [UInt8] = []
  /// Where each field of `row` ends.
  private var ends: [Int] = []
  private var columns: [String: Int] = [:]
  private var isFieldStart = true

  /// Reads the first row. - Parameter required: names that must be in it.
  init(_ source: any ByteSource, requires required: [String]) throws(FoodImportError) {
    self.source = source
    guard try readRow() else { throw failure("the file is empty") }
    for index in ends.indices {
      var name = text(index).lowercased()
      if index == 0, name.hasPrefix("\u{FEFF}") { name.removeFirst() }
      columns[name] = columns[name] ?? index
    }
    for name in required where columns[name] == nil { throw failure("there is no column \(name)") }
  }

  /// The position of a column; nil where the file has none of that name.
  func column(_ name: String) -> Int? { columns[name] }

  /// Reads the next row that is not empty. - Returns: false at the end.
  mutating func next() throws(FoodImportError) -> Bool {
    repeat { guard try readRow() else { return false } } while ends.count == 1 && row.isEmpty
    return true
  }

  /// A field of the row; empty where the row is shorter.
  func bytes(_ column: Int?) -> ArraySlice<UInt8> {
    guard let column, column < ends.count else { return [] }
    return row[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
  }

  func text(_ column: Int?) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// A whole number of up to 18 digits; nil for everything else.
  func integer(_ column: Int?) -> Int64? {
    let digits = bytes(column)
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value
  }

  /// A finite number; nil for everything else.
  func number(_ column: Int?) -> Double? {
    if let whole = integer(column) { return Double(whole) }
    guard let value = Double(text(column)), value.isFinite else { return nil }
    return value
  }

  /// An error on the row that was read last.
  func failure(_ reason: String) -> FoodImportError {
    .malformed(path: source.name, line: max(1, line), reason: reason)
  }

  private mutating func readRow() throws(FoodImportError) -> Bool {
    row.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    line = nextLine
    guard try fill() else { return false }
    while try fill() {
      guard row.count <= Self.maxRowBytes else { throw failure("the row is longer than \(Self.maxRowBytes) bytes") }
      if piece[position] == Self.quote, isFieldStart {
        position += 1
        isFieldStart = false
        try takeQuoted()
        continue
      }
      takePlain()
      guard position < piece.count else { continue }
      position += 1
      switch piece[position - 1] {
      case Self.comma:
        ends.append(row.count)
        isFieldStart = true
      case Self.newline:
        nextLine += 1
        ends.append(row.count)
        isFieldStart = true
        return true
      default: break
      }
    }
    ends.append(row.count)
    return true
  }

  /// The bytes of this piece up to a comma, a new line or a carriage return.
  private mutating func takePlain() {
    var end = position
    while end < piece.count {
      let byte = piece[end]
      if byte == Self.comma || byte == Self.newline || byte == Self.carriage { break }
      end += 1
    }
    guard end > position else { return }
    row.append(contentsOf: piece[position..<end])
    position = end
    isFieldStart = false
  }

  /// What stands behind a quote, up to the one that closes it. Two quotes are one.
  private mutating func takeQuoted() throws(FoodImportError) {
    while try fill() {
      var end = position
      while end < piece.count, piece[end] != Self.quote {
        if piece[end] == Self.newline { nextLine += 1 }
        end += 1
      }
      row.append(contentsOf: piece[position..<end])
      position = end
      guard row.count <= Self.maxRowBytes else { throw failure("the row is longer than \(Self.maxRowBytes) bytes") }
      guard position < piece.count else { continue }
      position += 1
      guard try fill(), piece[position] == Self.quote else { return }
      row.append(Self.quote)
      position += 1
    }
    throw failure("a quote is not closed")
  }

  /// - Returns: whether there is a byte at `position`.
  private mutating func fill() throws(FoodImportError) -> Bool {
    if position < piece.count { return true }
    piece = try source.read()
    position = 0
    bytesRead += piece.count
    return !piece.isEmpty
  }
}
