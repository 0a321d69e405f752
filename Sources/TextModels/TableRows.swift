/// The rows of a table in a text: fields separated by tabs.
package enum TableRows {
  /// Returns the rows of a table in UTF-8, without empty lines and comments (`#`).
  package static func of(_ bytes: [UInt8]) -> [[String]] { rows(bytes) { $0.first != UInt8(ascii: "#") } }

  /// Returns the rows below the header line, without empty lines.
  package static func belowHeader(_ bytes: [UInt8]) -> [[String]] { Array(rows(bytes) { _ in true }.dropFirst()) }

  private static func rows(_ bytes: [UInt8], where accepts: (ArraySlice<UInt8>) -> Bool) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter(accepts).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}

extension String {
  /// The items of a cell, separated by commas.
  package var items: [String] { items(",") }

  /// The items of a cell.
  /// - Parameter separator: ASCII.
  package func items(_ separator: Unicode.Scalar) -> [String] { self[...].pieces(separator).map(String.init) }
}

extension Substring {
  /// The parts between separators, without empty ones. Comparing bytes is several times as fast as comparing characters.
  /// - Parameter separator: ASCII.
  package func pieces(_ separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator)).map(Substring.init)
  }
}
