@_spi(_Unicode) import Swift

/// Unicode normalization (UAX #15) and trimming, with the results that Foundation gives: keys of names and hashes of
/// passwords in databases depend on them. Foundation itself would add its 30 MB of ICU data to the program.
extension String {
  /// The canonical composition (NFC).
  package var nfc: String {
    // The standard library keeps the implementation of NFC, which it compares strings by, to the toolchain.
    isASCII ? self : String(String.UnicodeScalarView(_nfc))
  }

  /// The compatibility composition (NFKC).
  package var nfkc: String {
    if isASCII { return self }
    var mapped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let targets = CompatibilityMappings.all[scalar.value] {
        mapped.append(contentsOf: targets)
      } else {
        mapped.append(scalar)
      }
    }
    // NFC decomposes and reorders first, so that only the compatibility mappings were missing.
    return String(mapped).nfc
  }

  /// The text without white space and line breaks at either end. U+200B (zero width space) counts as white space.
  package func trimmingWhitespace() -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !Self.isSpace($0) }),
      let last = scalars.lastIndex(where: { !Self.isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value == 0x200B
  }
}
