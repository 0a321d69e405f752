import Bytes
import HealthModels
import TextModels

/// The foods of a table. A row of the resource is parsed at each access (a few microseconds), so that loading is fast
/// and only the bytes are kept in memory.
package struct FoodList: RandomAccessCollection, Sendable {
  private let rows: [ArraySlice<UInt8>]
  /// Foods of a table that was created from values.
  private let values: [Food]

  /// A table with its header line. Empty lines are skipped.
  init(resource bytes: [UInt8]) {
    rows = bytes[...].fields("\n").dropFirst().filter { !$0.isEmpty }
    values = []
  }

  init(_ foods: [Food]) {
    rows = []
    values = foods
  }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of foods.
  package var endIndex: Int { rows.count + values.count }

  /// The food at a position; a placeholder if its row cannot be parsed.
  package subscript(position: Int) -> Food { (try? read(position)) ?? .unreadable }

  /// Parses the food at a position.
  ///
  /// - Throws: `FoodTable.RowError` if the row is invalid.
  func read(_ position: Int) throws(FoodTable.RowError) -> Food {
    rows.isEmpty ? values[position] : try row(position).food()
  }

  /// The food at a position with other portions, as columns of the table; nil if they are invalid.
  func food(_ position: Int, serving: String, measures: String) -> Food? {
    rows.isEmpty ? nil : try? row(position).food(portions: [serving, measures].map { Array($0.utf8)[...] })
  }

  /// Whether the food at a position is a dish or soup, without parsing its row.
  func isDish(_ position: Int) -> Bool {
    rows.isEmpty ? ["dish", "soup"].contains(values[position].category) : row(position).isDish
  }

  /// Calls `body` with the position and the stems of each name, alias and head noun, without parsing the rows.
  func forEachName(_ body: (_ food: Int, _ stems: [String], _ isHead: Bool) -> Void) {
    for (position, food) in values.enumerated() {
      for spelling in [food.name] + food.aliases { body(position, Tokenizer.keyStems(spelling), false) }
      for head in food.heads { body(position, Tokenizer.keyStems(head), true) }
    }
    var stemmer = NameStemmer()
    func stems(_ name: ArraySlice<UInt8>) -> [String] {
      stemmer.stems(name) ?? Tokenizer.keyStems(String(decoding: name, as: UTF8.self))
    }
    for position in rows.indices {
      let row = row(position)
      for name in row.names { body(position, stems(name), false) }
      for head in row.heads { body(position, stems(head), true) }
    }
  }

  /// The header is line 1.
  private func row(_ position: Int) -> FoodRow { FoodRow(rows[position], number: position + 2) }
}
