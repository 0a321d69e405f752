/// Reads comma-separated values (RFC 4180) row by row, with columns by the names of the header row.
///
/// Memory is one chunk of the source and one row. Quotes inside an unquoted field are literal.
struct CSVReader {
  /// Longest row in bytes. Without a limit, an unclosed quote would read the rest of the file into memory.
  static let maxRowBytes = 1 << 20
  private static let (comma, quote, newline, carriage) = (
    UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")
  )

  /// First line of the row that was read last.
  private(set) var line = 0
  /// Bytes read from the source.
  private(set) var bytesRead = 0

  private let source: any ByteSource
  private var chunk: [UInt8] = []
  private var position = 0
  private var nextLine = 1
  private var row: [UInt8] = []
  /// End of each field in `row`.
  private var ends: [Int] = []
  private var columns: [String: Int] = [:]
  private var isFieldStart = true

  /// Reads the header row. - Parameter required: columns that it must have.
  init(_ source: any ByteSource, requires required: [String]) throws(FoodImportError) {
    self.source = source
    guard try readRow() else { throw failure("the file is empty") }
    for index in ends.indices {
      var name = text(index).lowercased()
      if index == 0, name.hasPrefix("\u{FEFF}") { name.removeFirst() }
      columns[name] = columns[name] ?? index
    }
    for name in required where columns[name] == nil { throw failure("column \(name) is missing") }
  }

  /// The position of a column; nil if the file has none with this name.
  func column(_ name: String) -> Int? { columns[name] }

  /// Reads the next row that is not empty. - Returns: false at the end.
  mutating func next() throws(FoodImportError) -> Bool {
    repeat { guard try readRow() else { return false } } while ends.count == 1 && row.isEmpty
    return true
  }

  /// A field of the row; empty if the row is shorter.
  func bytes(_ column: Int?) -> ArraySlice<UInt8> {
    guard let column, column < ends.count else { return [] }
    return row[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
  }

  /// A field as text.
  func text(_ column: Int?) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// A non-negative integer of up to 18 digits; nil for other text.
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

  /// A finite number; nil for other text.
  func number(_ column: Int?) -> Double? {
    if let whole = integer(column) { return Double(whole) }
    guard let value = Double(text(column)), value.isFinite else { return nil }
    return value
  }

  /// An error at the row that was read last.
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
      if chunk[position] == Self.quote, isFieldStart {
        position += 1
        isFieldStart = false
        try takeQuoted()
        continue
      }
      takePlain()
      guard position < chunk.count else { continue }
      position += 1
      switch chunk[position - 1] {
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

  /// Takes the bytes of this chunk up to a comma, a newline or a carriage return.
  private mutating func takePlain() {
    var end = position
    while end < chunk.count {
      let byte = chunk[end]
      if byte == Self.comma || byte == Self.newline || byte == Self.carriage { break }
      end += 1
    }
    guard end > position else { return }
    row.append(contentsOf: chunk[position..<end])
    position = end
    isFieldStart = false
  }

  /// Takes a quoted field up to its closing quote. Two quotes are one literal quote.
  private mutating func takeQuoted() throws(FoodImportError) {
    while try fill() {
      var end = position
      while end < chunk.count, chunk[end] != Self.quote {
        if chunk[end] == Self.newline { nextLine += 1 }
        end += 1
      }
      row.append(contentsOf: chunk[position..<end])
      position = end
      guard row.count <= Self.maxRowBytes else { throw failure("the row is longer than \(Self.maxRowBytes) bytes") }
      guard position < chunk.count else { continue }
      position += 1
      guard try fill(), chunk[position] == Self.quote else { return }
      row.append(Self.quote)
      position += 1
    }
    throw failure("a quote is not closed")
  }

  /// - Returns: whether there is a byte at `position`.
  private mutating func fill() throws(FoodImportError) -> Bool {
    if position < chunk.count { return true }
    chunk = try source.read()
    position = 0
    bytesRead += chunk.count
    return !chunk.isEmpty
  }
}
