/// Reduces an English word to a stem that singular and plural share.
///
/// Names and texts are stemmed by the same rules, so a stem need not be a word: "berry" and "berries" are "berri",
/// "leaf" and "leaves" are "leav", "cake" and "cakes" are "cak".
package enum Stemmer {
  /// The stem of a lower-case ASCII word.
  package static func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    reduce(&letters)
    return String(decoding: letters, as: UTF8.self)
  }

  /// Stems the UTF-8 of a word in place.
  package static func reduce(_ letters: inout [UInt8]) {
    let isPlural = letters.count >= 4 && letters.last == UInt8(ascii: "s")
    if isPlural, !"sui".utf8.contains(letters[letters.count - 2]) { letters.removeLast() }
    if letters.count >= 3, letters.last == UInt8(ascii: "e") { letters.removeLast() }
    guard letters.count >= 3, let last = letters.last else { return }
    if last == UInt8(ascii: "f") { letters[letters.count - 1] = UInt8(ascii: "v") }
    if last == UInt8(ascii: "y"), !"aeiou".utf8.contains(letters[letters.count - 2]) {
      letters[letters.count - 1] = UInt8(ascii: "i")
    }
  }
}
