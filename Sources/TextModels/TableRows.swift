/// The rows of a table in a text: fields separated by tabs, without empty lines and comments (`#`).
package enum TableRows {
  /// Returns the rows of a table in UTF-8.
  package static func of(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
