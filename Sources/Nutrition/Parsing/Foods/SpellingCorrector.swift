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
      if let near = single(words[position].stem) { changes[position] = near }
    }
    return changes
  }

  /// The one word that `stem` stands for; nil where it is known, or two are as near.
  mutating func single(_ stem: String) -> String? {
    if let known = found[stem] { return known }
    // "celrey" has another ending than "celery" only because its letters are swapped.
    let near = nearest(stem) ?? (stem.hasSuffix("y") ? nearest(String(stem.dropLast()) + "i") : nil)
    found[stem] = .some(near)
    return near
  }

  private func isCorrectable(_ word: String) -> Bool {
    !KnownWords.isNarration(word) && !KnownWords.isDescription(word) && MeasureUnit(spelling: word) == nil
  }

  /// The only stem within one change (two from eight letters on) that begins with the same letter, or sounds alike.
  private mutating func nearest(_ stem: String) -> String? {
    let letters = Array(stem.utf8)
    guard letters.count >= 3, letters.count <= 24, let first = letters.first else { return nil }
    guard table.stems.number(of: letters) == nil, budget > 0 else { return nil }
    budget -= 1
    let sound = Self.sound(letters)
    var best: (stem: [UInt8], distance: Int)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 && abs(candidate.count - letters.count) <= 2 {
      guard let distance = distance(letters, candidate, sound) else { continue }
      if distance == 0 { return nil }
      // A word of the user's own foods may be in the table as well, and one food may be spelt in several ways.
      if let current = best,
        current.stem == candidate || current.distance == distance && isSame(current.stem, candidate)
      {
        continue
      }
      // Of two words that are as near, one that names a food alone is meant ("chese": cheese, not the chess of a pie).
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

  /// The less, the likelier one was written for the other; nil where they are too far from each other.
  private func distance(_ word: [UInt8], _ candidate: [UInt8], _ sound: [UInt8]) -> Int? {
    if word == candidate { return 0 }
    // A letter that should be doubled, or should not, or sounds the same, is the nearest of all ("chese", "brokoli").
    if Self.sounds(candidate, sound) { return 1 }
    guard let changes = EditDistance.between(word, candidate, limit: word.count >= 8 ? 2 : 1) else { return nil }
    if word.count == 3 { return nil }
    // Short words differ by one letter too easily ("beef", "beet"): only a missing, doubled or swapped letter counts.
    if word.count <= 4, candidate.count == word.count, word.sorted() != candidate.sorted() { return nil }
    // Letters change places more often than they are left out ("pecah" is "peach" rather than "pecan"), and are left out
    // more often than put in ("brest" is "breast" rather than "best").
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

  // MARK: - Sound

  private static func sound(_ letters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for index in letters.indices {
      let letter = heard(letters, index)
      if result.last != letter { result.append(letter) }
    }
    return result
  }

  /// Whether these letters have that sound; nothing is allocated, because it is asked of every candidate.
  private static func sounds(_ letters: [UInt8], _ sound: [UInt8]) -> Bool {
    var (count, last) = (0, UInt8(0))
    for index in letters.indices {
      let letter = heard(letters, index)
      guard letter != last else { continue }
      guard count < sound.count, sound[count] == letter else { return false }
      (count, last) = (count + 1, letter)
    }
    return count == sound.count
  }

  /// Doubled letters count once, c is k, z is s, and ph is f.
  private static func heard(_ letters: [UInt8], _ index: Int) -> UInt8 {
    switch letters[index] {
    case UInt8(ascii: "c"): UInt8(ascii: "k")
    case UInt8(ascii: "z"): UInt8(ascii: "s")
    case UInt8(ascii: "p") where index + 1 < letters.count && letters[index + 1] == UInt8(ascii: "h"): UInt8(ascii: "f")
    case UInt8(ascii: "h") where index > 0 && letters[index - 1] == UInt8(ascii: "p"): UInt8(ascii: "f")
    default: letters[index]
    }
  }
}
