/// Rows of a golden table: columns parted by tabs, empty lines and lines with `#` left out.
enum GoldenRows {
  static func read(_ text: String) -> [[String]] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { column in
        column.split(separator: "\\n", omittingEmptySubsequences: false).map { part in
          part.split(separator: "\\r", omittingEmptySubsequences: false).joined(separator: "\r")
        }.joined(separator: "\n")
      }
    }
  }
}
