import Crypto

/// The number and the digest of the rows of a table, in the order of its key.
package struct TableDigest: Sendable, Equatable {
  /// The number of rows.
  package private(set) var rows = 0
  /// A SHA-256 of all values with their types.
  package private(set) var digest: [UInt8] = []

  /// Adds a page. The pages of both databases must have the same rows.
  mutating func add(_ page: [Row]) {
    var bytes = digest
    for row in page { for value in row.values { Self.append(value, to: &bytes) } }
    digest = SHA256.digest(bytes)
    rows += page.count
  }

  private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
    func append(_ tag: UInt8, _ content: some Collection<UInt8>) {
      bytes.append(tag)
      bytes += bigEndian(UInt64(content.count))
      bytes += content
    }
    switch value {
    case .null: append(0, [])
    case .integer(let number): append(1, bigEndian(UInt64(bitPattern: number)))
    case .real(let number): append(2, bigEndian(number.bitPattern))
    case .text(let text): append(3, text.utf8)
    case .blob(let blob): append(4, blob)
    }
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}
