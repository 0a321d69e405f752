/// The format of the embedded tables: UTF-8, one header line, columns separated by tabs.
extension CoachTable {
  /// Returns the rows with exactly `columns` columns. Tests check that no row is dropped.
  func rows(_ columns: Int) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      return cells.count == columns ? cells : nil
    }
  }

  /// The second column by the first one, for tables of two columns.
  var values: [String: String] { Dictionary(rows(2).map { ($0[0], $0[1]) }) { first, _ in first } }
}

extension String {
  /// The items of a cell, separated by commas.
  var items: [String] { items(",") }

  func items(_ separator: Character) -> [String] { split(separator: separator).map(String.init) }
}
