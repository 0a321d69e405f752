/// Finds the only candidate within an edit distance of 1 of a misspelled word, or of 2 from eight letters on.
package struct NearestWord {
  /// Shorter words resemble too many others.
  private static let minLetters = 5

  private let letters: [UInt8]
  private let maxDistance: Int
  private var best: (word: String, distance: Int)?
  private var isTied = false

  /// - Parameter stem: the misspelled word; nil if it is too short or too long.
  package init?(_ stem: String, maxDistance: Int = 2) {
    letters = Array(stem.utf8)
    self.maxDistance = letters.count >= 8 ? maxDistance : 1
    guard (Self.minLetters...EditDistance.maxLength).contains(letters.count) else { return nil }
  }

  /// Compares the next candidate.
  ///
  /// - Parameter meaning: the word for which it is a spelling; nil if it is a word of its own.
  package mutating func consider(_ other: String, as meaning: String? = nil) {
    guard let distance = EditDistance.between(letters, Array(other.utf8), limit: maxDistance) else { return }
    let word = meaning ?? other
    if best.map({ distance < $0.distance }) ?? true {
      (best, isTied) = ((word, distance), false)
    } else if distance == best?.distance, word != best?.word {
      isTied = true
    }
  }

  /// The nearest candidate; nil if there is none or several are equally near.
  package var word: String? { isTied ? nil : best?.word }
}
