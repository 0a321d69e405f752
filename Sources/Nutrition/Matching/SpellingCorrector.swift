import TextModels

/// Corrects words that resemble exactly one word of the table. Words of the table are never corrected.
struct SpellingCorrector {
  private let table: FoodTable
  /// Number of words that may still be compared with the vocabulary, for the whole text.
  private var budget = 40
  /// Results by stem, because segments are read more than once.
  private var found: [String: String?] = [:]

  init(_ table: FoodTable) { self.table = table }

  /// The corrected stems by position.
  mutating func corrections(_ words: [SegmentWord], among positions: [Int]) -> [Int: String] {
    guard table.correctsSpelling else { return [:] }
    return positions.reduce(into: [:]) { changes, position in
      let word = words[position]
      guard word.food == nil, word.mayNameFood, !word.has(.ordinary) else { return }
      changes[position] = single(word.stem)
    }
  }

  /// The correction of `stem`; nil if it is known or two candidates are equally near.
  mutating func single(_ stem: String) -> String? {
    if let known = found[stem] { return known }
    // "celrey" has another ending than "celery" only because its letters are swapped.
    let near = nearest(stem) ?? (stem.hasSuffix("y") ? nearest(String(stem.dropLast()) + "i") : nil)
    found[stem] = .some(near)
    return near
  }

  /// The only stem with the same first letter within an edit distance of 1 (2 from eight letters on) or with the same
  /// phonetic key.
  private mutating func nearest(_ stem: String) -> String? {
    let letters = Array(stem.utf8)
    guard letters.count >= 3, letters.count <= EditDistance.maxLength, let first = letters.first else { return nil }
    guard table.number(of: stem) == nil, budget > 0 else { return nil }
    budget -= 1
    var best: (stem: [UInt8], rank: Int, food: Int?)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 && abs(candidate.count - letters.count) <= 2 {
      guard let distance = distance(letters, candidate) else { continue }
      if distance == 0 { return nil }
      // Of two equally near words, one that is a food by itself is meant ("chese": cheese, not the chess of a pie).
      let food = table.food([String(decoding: candidate, as: UTF8.self)])
      let rank = 2 * distance + (food == nil ? 1 : 0)
      if let best, best.rank <= rank {
        // Both the table and the user's foods may have the word, and one food may have several spellings.
        let isOther = candidate != best.stem && (food == nil || food != best.food)
        isTied = isTied || rank == best.rank && isOther
      } else {
        (best, isTied) = ((candidate, rank, food), false)
      }
    }
    return isTied ? nil : best.map { String(decoding: $0.stem, as: UTF8.self) }
  }

  /// A ranking distance; nil if the words are too different.
  private func distance(_ word: [UInt8], _ candidate: [UInt8]) -> Int? {
    if word == candidate { return 0 }
    // A wrongly doubled letter, or one with the same sound, is the nearest error ("chese", "brokoli").
    if Self.sounds(word).elementsEqual(Self.sounds(candidate)) { return 1 }
    guard let changes = EditDistance.between(word, candidate, limit: word.count >= 8 ? 2 : 1) else { return nil }
    if word.count == 3 { return nil }
    // Substitutions turn short words into others ("beef", "beet"): only missing, doubled or transposed letters count.
    if word.count <= 4, candidate.count == word.count, word.sorted() != candidate.sorted() { return nil }
    // Transpositions are more frequent than omissions ("pecah" is "peach" rather than "pecan"), and omissions more
    // frequent than insertions ("brest" is "breast" rather than "best").
    let isSwapped = candidate.count == word.count && word.sorted() == candidate.sorted()
    return changes * 4 - (isSwapped ? 2 : candidate.count > word.count ? 1 : 0)
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
