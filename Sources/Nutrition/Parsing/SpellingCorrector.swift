/// Corrects words that are near exactly one word of the table, and never one that is in it.
struct SpellingCorrector {
  private let table: FoodTable
  /// Words that may still be compared with the vocabulary; for the whole text.
  private var budget = 40
  /// What was found, as parts are read more than once.
  private var found: [String: String?] = [:]

  init(_ table: FoodTable) { self.table = table }

  /// Position to stem for each word that has one correction.
  mutating func corrections(_ words: [PartWord], among positions: [Int]) -> [Int: String] {
    var changes: [Int: String] = [:]
    for position in positions where words[position].food == nil && isCorrectable(words[position].text) {
      if let near = remembered(words[position].stem) { changes[position] = near }
    }
    return changes
  }

  private func isCorrectable(_ word: String) -> Bool {
    !KnownWords.isNarration(word) && !KnownWords.isDescription(word) && MeasureUnit(spelling: word) == nil
  }

  private mutating func remembered(_ stem: String) -> String? {
    if let known = found[stem] { return known }
    let near = nearest(stem)
    found[stem] = .some(near)
    return near
  }

  /// The only stem within one change (two from eight letters on) that begins with the same letter.
  private mutating func nearest(_ stem: String) -> String? {
    let letters = Array(stem.utf8)
    guard letters.count >= 3, letters.count <= 24, let first = letters.first else { return nil }
    guard table.stems.number(of: letters) == nil, budget > 0 else { return nil }
    budget -= 1
    let single = Self.withoutDoubles(letters)
    var best: (stem: [UInt8], distance: Int)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 && abs(candidate.count - letters.count) <= 2 {
      let limit = letters.count >= 8 ? 2 : 1
      guard var distance = EditDistance.between(letters, candidate, limit: limit) else { continue }
      if distance == 0 { return nil }
      // A letter that should be doubled, or should not, is the nearest of all ("chese").
      distance = Self.withoutDoubles(candidate) == single ? 1 : distance * 2
      if letters.count == 3, distance > 1 { continue }
      // Short words differ by one letter too easily ("beef", "beet"): only a missing, doubled or swapped letter counts.
      if letters.count <= 4, candidate.count == letters.count, letters.sorted() != candidate.sorted() { continue }
      // A word of the user's own foods may be in the table as well.
      if best?.stem == candidate { continue }
      if let current = best, current.distance <= distance {
        isTied = isTied || current.distance == distance
      } else {
        best = (candidate, distance)
        isTied = false
      }
    }
    guard let best, !isTied else { return nil }
    return String(decoding: best.stem, as: UTF8.self)
  }

  private static func withoutDoubles(_ letters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for letter in letters where result.last != letter { result.append(letter) }
    return result
  }
}
