/// Folds characters to lower-case ASCII without accents.
package enum Letters {
  /// The lower-case ASCII spelling of a Latin letter; nil for other scalars.
  package static func folded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A: return String(scalar)
    case 0x41...0x5A: return String(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case 0xC6, 0xE6: return "ae"
    case 0xDF: return "ss"
    case 0x152, 0x153: return "oe"
    case 0xC0...0x17F:
      let letter = latin[Int(scalar.value) - 0xC0]
      return letter == UInt8(ascii: "?") ? nil : String(Unicode.Scalar(letter))
    case 0x1EA0...0x1EF9: return vietnamese.first { scalar.value <= $0.end }?.letter
    default: return nil
    }
  }

  /// A word of Latin letters in lower-case ASCII.
  package static func folded(_ word: String) -> String {
    word.utf8.allSatisfy { $0 < 0x80 } ? word : word.unicodeScalars.map { folded($0) ?? String($0) }.joined()
  }

  /// The words of a phrase of Latin letters and spaces in lower case, with their accents; nil for other phrases. Reading
  /// the names of a language depends on its speed.
  package static func words(_ phrase: String) -> [String]? {
    let isPlain = phrase.utf8.allSatisfy { byte in
      let isASCII = (0x61...0x7A).contains(byte | 0x20) || byte == 0x20
      return isASCII || (0x80...0xBF).contains(byte) || (0xC3...0xC5).contains(byte)
    }
    return isPlain ? phrase.lowercased().split(separator: " ").map(String.init) : nil
  }

  /// The value of a vulgar fraction character; nil for other scalars.
  package static func fraction(_ scalar: Unicode.Scalar) -> Double? { fractions[scalar] }

  private static let fractions: [Unicode.Scalar: Double] = [
    "¼": 1 / 4, "½": 1 / 2, "¾": 3 / 4, "⅐": 1 / 7, "⅑": 1 / 9, "⅒": 1 / 10, "⅓": 1 / 3, "⅔": 2 / 3, "⅕": 1 / 5,
    "⅖": 2 / 5, "⅗": 3 / 5, "⅘": 4 / 5, "⅙": 1 / 6, "⅚": 5 / 6, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8,
  ]

  /// Whether the scalar is a combining diacritical mark.
  package static func isCombining(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  /// The letters U+00C0 to U+017F without accents; "?" for signs.
  private static let latin = Array(
    """
    aaaaaa?ceeeeiiiidnooooo?ouuuuy??aaaaaa?ceeeeiiiidnooooo?ouuuuy?yaaaaaaccccccccddddeeeeeeeeeegggg\
    gggg????iiiiiiiiii???????llllllllllnnnnnn???oooooo??rrrrrrssssssssttttttuuuuuuuuuuuu??yyyzzzzzz?
    """.utf8)
  /// The letters U+1EA0 to U+1EF9, as ends of runs.
  private static let vietnamese: [(end: UInt32, letter: String)] = [
    (0x1EB7, "a"), (0x1EC7, "e"), (0x1ECB, "i"), (0x1EE3, "o"), (0x1EF1, "u"), (0x1EF9, "y"),
  ]
}
