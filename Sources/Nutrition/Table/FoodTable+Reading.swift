import CFoods

extension FoodTable {
  /// A row that cannot be read: its line number and the offending column.
  package struct RowError: Error, Equatable {
    package let line: Int
    package let column: String
  }

  /// The table that is compiled into the program. A test proves that every row can be read.
  package static let builtIn = FoodTable(resource: resource)

  /// Reads a whole table.
  ///
  /// - Throws: `RowError` for the first bad row.
  package static func read(_ bytes: [UInt8]) throws(RowError) -> FoodTable {
    let table = FoodTable(resource: bytes)
    for position in table.foods.indices { _ = try table.foods.read(position) }
    return table
  }

  /// The table that is compiled into the program, with every row checked.
  ///
  /// - Throws: `RowError` for the first bad row.
  package static func checkedBuiltIn() throws(RowError) -> FoodTable { try read(resource) }

  private static var resource: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: hearth_foods(), count: hearth_foods_count()))
  }
}
