/// The foods of a table. A row of the resource is parsed at each access (a few microseconds), so that loading is fast
/// and only the bytes are kept in memory.
package struct FoodList: RandomAccessCollection, Sendable {
  private let bytes: [UInt8]
  /// Offset of each line and, last, the number of bytes.
  private let starts: [UInt32]
  /// Foods of a table that was created from values.
  private let values: [Food]

  /// - Parameter bytes: a table with its header line. Empty lines are skipped.
  init(resource bytes: [UInt8]) {
    var starts: [UInt32] = []
    var isHeader = true
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        if !isHeader, index > start { starts.append(UInt32(truncatingIfNeeded: start)) }
        isHeader = false
        start = index + 1
      }
      index += 1
    }
    if !isHeader, start < bytes.count { starts.append(UInt32(truncatingIfNeeded: start)) }
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    self.bytes = bytes
    self.starts = starts
    values = []
  }

  init(_ foods: [Food]) {
    bytes = []
    starts = [0]
    values = foods
  }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of foods.
  package var endIndex: Int { values.isEmpty ? starts.count - 1 : values.count }

  /// The food at a position; a placeholder if its row cannot be parsed.
  package subscript(position: Int) -> Food {
    values.isEmpty ? (try? read(position)) ?? .unreadable : values[position]
  }

  /// Parses the food at a position.
  ///
  /// - Throws: `FoodTable.RowError` if the row is invalid.
  func read(_ position: Int) throws(FoodTable.RowError) -> Food {
    guard values.isEmpty else { return values[position] }
    return try FoodRow(bytes, line: line(position), number: position + 2).food()
  }

  /// Calls `body` with the position and the stems of each name, alias and head noun, without parsing the rows.
  func forEachName(_ body: (_ food: Int, _ stems: [String], _ isHead: Bool) -> Void) {
    for (position, food) in values.enumerated() {
      for spelling in [food.name] + food.aliases { body(position, Tokenizer.keyStems(spelling), false) }
      for head in food.heads { body(position, Tokenizer.keyStems(head), true) }
    }
    for position in 0..<(starts.count - 1) {
      guard let row = try? FoodRow(bytes, line: line(position), number: position + 2) else { continue }
      for name in row.names { body(position, NameStemmer.stems(bytes, name), false) }
      for head in row.heads { body(position, NameStemmer.stems(bytes, head), true) }
    }
  }

  private func line(_ position: Int) -> Range<Int> {
    let start = Int(starts[position])
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<end
  }
}
