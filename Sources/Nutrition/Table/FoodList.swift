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

  /// Adds the names, aliases and head nouns of the resource to the index.
  func addNames(to names: inout NameIndexBuilder) {
    for position in 0..<(starts.count - 1) {
      let line = line(position)
      var column = 0
      var start = line.lowerBound
      var index = start
      while index <= line.upperBound {
        let byte = index < line.upperBound ? bytes[index] : UInt8(ascii: "\t")
        if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ";") {
          if index > start {
            if column < 2 {
              names.add(name: bytes, start..<index)
              names.finish(food: position)
            } else if column == FoodRow.columnCount - 1 {
              names.add(name: bytes, start..<index)
              names.finish(head: position)
            }
          }
          if byte == UInt8(ascii: "\t") { column += 1 }
          start = index + 1
        }
        index += 1
      }
    }
  }

  private func line(_ position: Int) -> Range<Int> {
    let start = Int(starts[position])
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<end
  }
}
