/// The foods of a table. Those of the resource are read from their line whenever they are asked for (a few
/// microseconds): so loading stays quick and nothing but the lines is kept.
package struct FoodList: RandomAccessCollection, Sendable {
  private let bytes: [UInt8]
  /// Where each line begins and, last, where the bytes end.
  private let starts: [UInt32]
  private let own: [Food]

  /// - Parameter bytes: a table with its header line. Empty lines hold no food.
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
    own = []
  }

  init(_ foods: [Food]) {
    bytes = []
    starts = [0]
    own = foods
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { own.isEmpty ? starts.count - 1 : own.count }

  package subscript(position: Int) -> Food {
    own.isEmpty ? (try? read(position)) ?? .unreadable : own[position]
  }

  /// - Throws: `FoodTable.RowError` if the line is no food.
  func read(_ position: Int) throws(FoodTable.RowError) -> Food {
    guard own.isEmpty else { return own[position] }
    return try FoodRow(bytes, line: line(position), number: position + 2).food()
  }

  /// Gathers the names, aliases and heads of the resource.
  func collect(_ names: inout NameIndexBuilder) {
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
