/// Finds the only candidate within an edit distance of 1 of a misspelled word, or of 2 from eight letters on.
package struct NearestWord {
  /// Shorter words resemble too many others.
  private static let minLetters = 5

  private let letters: [UInt8]
  private var best: (word: String, distance: Int)?
  private var isTied = false

  /// - Parameter stem: the misspelled word; nil if it is too short or too long.
  package init?(_ stem: String) {
    letters = Array(stem.utf8)
    guard (Self.minLetters...EditDistance.maxLetters).contains(letters.count) else { return nil }
  }

  /// Compares the next candidate.
  package mutating func consider(_ other: String) {
    guard let distance = EditDistance.between(letters, Array(other.utf8), limit: letters.count >= 8 ? 2 : 1),
      other != best?.word
    else { return }
    if let best, best.distance <= distance {
      isTied = isTied || best.distance == distance
    } else {
      best = (other, distance)
      isTied = false
    }
  }

  /// The nearest candidate; nil if there is none or several are equally near.
  package var word: String? { isTied ? nil : best?.word }
}
