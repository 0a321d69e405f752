/// Letters reduced to lower-case ASCII, so that "Açúcar", "acucar" and "AÇÚCAR" are the same word.
enum Folding {
  /// The base letters of an alphabetic scalar; nil for every other scalar and for scripts without a Latin base.
  static func letters(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.properties.isAlphabetic else { return nil }
    // The letter without its marks comes first in the decomposed form.
    let plain = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = plain.first else { return nil }
    return first.isASCII ? String(first) : marked[first]
  }

  /// Whether a scalar is a combining mark that belongs to the letter before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  private static let marked: [Unicode.Scalar: String] = [
    "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "å": "a", "ç": "c", "é": "e", "è": "e", "ê": "e", "ë": "e",
    "í": "i", "ì": "i", "î": "i", "ï": "i", "ñ": "n", "ó": "o", "ò": "o", "ô": "o", "ö": "o", "õ": "o", "ø": "o",
    "ú": "u", "ù": "u", "û": "u", "ü": "u", "ý": "y", "ÿ": "y", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ş": "s",
    "ğ": "g",
  ]
}
