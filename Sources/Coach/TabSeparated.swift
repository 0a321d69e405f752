/// The tables that are compiled into the program: UTF-8, one header line, columns separated by tabs.
enum TabSeparated {
  /// The rows that have exactly `columns` columns; tests prove that all have.
  static func rows(_ bytes: [UInt8], columns: Int) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      return cells.count == columns ? cells : nil
    }
  }
}
