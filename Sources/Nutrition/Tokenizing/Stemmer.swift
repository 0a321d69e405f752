/// Reduces a word to a stem that singular and plural share.
///
/// Names and texts are stemmed by the same rules, so a stem need not be a word: "berry" and "berries" are "berri",
/// "leaf" and "leaves" are "leav", "cake" and "cakes" are "cak".
enum Stemmer {
  /// The stem of a lower-case ASCII word.
  static func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    reduce(&letters)
    return String(decoding: letters, as: UTF8.self)
  }

  /// Stems the UTF-8 of a word in place.
  static func reduce(_ letters: inout [UInt8]) {
    if letters.count >= 4, letters.last == UInt8(ascii: "s") {
      switch letters[letters.count - 2] {
      case UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "i"): break
      default: letters.removeLast()
      }
    }
    if letters.count >= 3, letters.last == UInt8(ascii: "e") { letters.removeLast() }
    guard letters.count >= 3, let last = letters.last else { return }
    if last == UInt8(ascii: "f") { letters[letters.count - 1] = UInt8(ascii: "v") }
    if last == UInt8(ascii: "y"), !isVowel(letters[letters.count - 2]) {
      letters[letters.count - 1] = UInt8(ascii: "i")
    }
  }

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): true
    default: false
    }
  }
}
