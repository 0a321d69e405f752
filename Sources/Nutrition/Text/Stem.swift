/// Reduces a word to the form that singular and plural share.
///
/// Names and texts pass through the same rules, so a stem need not be a word: "berry" and "berries" are "berri",
/// "leaf" and "leaves" are "leav", "cake" and "cakes" are "cak".
enum Stem {
  static func of(_ word: String) -> String {
    var letters = Array(word.utf8)
    func ends(_ suffix: StaticString) -> Bool { word.hasSuffix("\(suffix)") }
    if letters.count >= 4, letters.last == UInt8(ascii: "s"), !ends("ss"), !ends("us"), !ends("is") {
      letters.removeLast()
    }
    if letters.count >= 3, letters.last == UInt8(ascii: "e") { letters.removeLast() }
    guard letters.count >= 3, let last = letters.last else { return String(decoding: letters, as: UTF8.self) }
    if last == UInt8(ascii: "f") { letters[letters.count - 1] = UInt8(ascii: "v") }
    if last == UInt8(ascii: "y"), !isVowel(letters[letters.count - 2]) {
      letters[letters.count - 1] = UInt8(ascii: "i")
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): true
    default: false
    }
  }
}
