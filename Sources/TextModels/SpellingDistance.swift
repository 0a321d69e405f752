/// The distance of a misspelled word from the word that may be meant, by which candidates are ranked.
package enum SpellingDistance {
  /// The distance of two words in bytes, 0 for equal ones; nil if they are too different.
  package static func between(_ word: [UInt8], _ candidate: [UInt8]) -> Int? {
    if word == candidate { return 0 }
    // A wrongly doubled letter, or one with the same sound, is the nearest error ("chese", "brokoli").
    if sounds(word).elementsEqual(sounds(candidate)) { return 1 }
    guard let changes = EditDistance.between(word, candidate, limit: word.count >= 8 ? 2 : 1) else { return nil }
    if word.count == 3 { return nil }
    // Substitutions turn short words into others ("beef", "beet"): only missing, doubled or transposed letters count.
    if word.count <= 4, candidate.count == word.count, word.sorted() != candidate.sorted() { return nil }
    // Transpositions are more frequent than omissions ("pecah" is "peach" rather than "pecan"), and omissions more
    // frequent than insertions ("brest" is "breast" rather than "best").
    let isSwapped = candidate.count == word.count && word.sorted() == candidate.sorted()
    return changes * 4 - (isSwapped ? 2 : candidate.count > word.count ? 1 : 0)
  }

  /// The number of changes between a word and a stem, of which one may be the beginning of the other; nil if they are too
  /// different.
  package static func ofBeginning(_ word: [UInt8], _ stem: [UInt8]) -> Int? {
    if word == stem { return 0 }
    if word.count >= 4, stem.count >= 4, stem.starts(with: word) || word.starts(with: stem) { return 1 }
    return EditDistance.between(word, stem, limit: word.count >= 6 ? 2 : 1)
  }

  /// The sounds of a word, doubled ones once. Lazy, because it is compared with every candidate.
  private static func sounds(_ word: [UInt8]) -> some Sequence<UInt8> {
    word.indices.lazy.filter { $0 == 0 || sound(word, $0) != sound(word, $0 - 1) }.map { sound(word, $0) }
  }

  /// The sound of a letter: c is k, z is s, and ph is f.
  private static func sound(_ word: [UInt8], _ index: Int) -> UInt8 {
    switch word[index] {
    case UInt8(ascii: "c"): UInt8(ascii: "k")
    case UInt8(ascii: "z"): UInt8(ascii: "s")
    case UInt8(ascii: "p") where index + 1 < word.count && word[index + 1] == UInt8(ascii: "h"): UInt8(ascii: "f")
    case UInt8(ascii: "h") where index > 0 && word[index - 1] == UInt8(ascii: "p"): UInt8(ascii: "f")
    default: word[index]
    }
  }
}
