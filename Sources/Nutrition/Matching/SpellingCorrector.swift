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
    var changes: [Int: String] = [:]
    guard table.correctsSpelling else { return changes }
    for position in positions where words[position].food == nil && isCorrectable(words[position].text) {
      if let near = single(words[position].stem) { changes[position] = near }
    }
    return changes
  }

  /// The correction of `stem`; nil if it is known or two candidates are equally near.
  mutating func single(_ stem: String) -> String? {
    if let known = found[stem] { return known }
    // "celrey" has another ending than "celery" only because its letters are swapped.
    let near = nearest(stem) ?? (stem.hasSuffix("y") ? nearest(String(stem.dropLast()) + "i") : nil)
    found[stem] = .some(near)
    return near
  }

  private func isCorrectable(_ word: String) -> Bool {
    !Lexicon.isNarration(word) && !Lexicon.isDescriptor(word) && MeasureUnit(spelling: word) == nil
  }

  /// The only stem with the same first letter within an edit distance of 1 (2 from eight letters on) or with the same
  /// phonetic key.
  private mutating func nearest(_ stem: String) -> String? {
    let letters = Array(stem.utf8)
    guard letters.count >= 3, letters.count <= 24, let first = letters.first else { return nil }
    guard table.number(of: stem) == nil, budget > 0 else { return nil }
    budget -= 1
    let key = Self.phoneticKey(letters)
    var best: (stem: [UInt8], distance: Int)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 && abs(candidate.count - letters.count) <= 2 {
      guard let distance = distance(letters, candidate, key) else { continue }
      if distance == 0 { return nil }
      // Both the table and the user's foods may have the word, and one food may have several spellings.
      if let current = best,
        current.stem == candidate || current.distance == distance && isSame(current.stem, candidate)
      {
        continue
      }
      // Of two equally near words, one that is a food by itself is meant ("chese": cheese, not the chess of a pie).
      if let current = best, !isTied, current.distance == distance, food(current.stem) == nil, food(candidate) != nil {
        best = (candidate, distance)
      } else if let current = best, current.distance <= distance {
        isTied = isTied || current.distance == distance && (food(candidate) != nil || food(current.stem) == nil)
      } else {
        best = (candidate, distance)
        isTied = false
      }
    }
    guard let best, !isTied else { return nil }
    return String(decoding: best.stem, as: UTF8.self)
  }

  /// A ranking distance; nil if the words are too different.
  private func distance(_ word: [UInt8], _ candidate: [UInt8], _ key: [UInt8]) -> Int? {
    if word == candidate { return 0 }
    // A wrongly doubled letter, or one with the same sound, is the nearest error ("chese", "brokoli").
    if Self.hasPhoneticKey(candidate, key) { return 1 }
    guard let changes = EditDistance.between(word, candidate, limit: word.count >= 8 ? 2 : 1) else { return nil }
    if word.count == 3 { return nil }
    // Substitutions turn short words into others ("beef", "beet"): only missing, doubled or transposed letters count.
    if word.count <= 4, candidate.count == word.count, word.sorted() != candidate.sorted() { return nil }
    // Transpositions are more frequent than omissions ("pecah" is "peach" rather than "pecan"), and omissions more
    // frequent than insertions ("brest" is "breast" rather than "best").
    let isSwapped = candidate.count == word.count && word.sorted() == candidate.sorted()
    return changes * 4 - (isSwapped ? 2 : candidate.count > word.count ? 1 : 0)
  }

  /// Whether both are names of one food.
  private func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard let one = food(first) else { return false }
    return one == food(second)
  }

  private func food(_ stem: [UInt8]) -> Int? {
    table.longestMatch([String(decoding: stem, as: UTF8.self)], at: 0, upTo: 1)?.food
  }

  // MARK: - Phonetic key

  /// The letters with equal sounds merged and doubled letters counted once.
  private static func phoneticKey(_ letters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for index in letters.indices {
      let letter = phoneme(letters, index)
      if result.last != letter { result.append(letter) }
    }
    return result
  }

  /// Whether the letters have this phonetic key. Allocates nothing, because it is called for every candidate.
  private static func hasPhoneticKey(_ letters: [UInt8], _ key: [UInt8]) -> Bool {
    var (count, last) = (0, UInt8(0))
    for index in letters.indices {
      let letter = phoneme(letters, index)
      guard letter != last else { continue }
      guard count < key.count, key[count] == letter else { return false }
      (count, last) = (count + 1, letter)
    }
    return count == key.count
  }

  /// The sound of one letter: c is k, z is s, and ph is f.
  private static func phoneme(_ letters: [UInt8], _ index: Int) -> UInt8 {
    switch letters[index] {
    case UInt8(ascii: "c"): UInt8(ascii: "k")
    case UInt8(ascii: "z"): UInt8(ascii: "s")
    case UInt8(ascii: "p") where index + 1 < letters.count && letters[index + 1] == UInt8(ascii: "h"): UInt8(ascii: "f")
    case UInt8(ascii: "h") where index > 0 && letters[index - 1] == UInt8(ascii: "p"): UInt8(ascii: "f")
    default: letters[index]
    }
  }
}
