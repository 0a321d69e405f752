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
    guard (3...EditDistance.maxLength).contains(letters.count), let first = letters.first, budget > 0,
      table.number(of: stem) == nil
    else { return nil }
    budget -= 1
    var best: (stem: [UInt8], rank: Int, food: Int?)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 && abs(candidate.count - letters.count) <= 2 {
      guard let distance = SpellingDistance.between(letters, candidate) else { continue }
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
}
