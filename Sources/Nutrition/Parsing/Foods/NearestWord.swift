/// Finds the one word that another is a misspelling of: one change away (two from eight letters on), and nearer than any
/// other.
package struct NearestWord {
  /// Shorter words are near too many others.
  private static let minLetters = 5

  private let letters: [UInt8]
  private var best: (word: String, distance: Int)?
  private var isTied = false

  /// - Parameter stem: the misspelt word; nil where it is too short or too long to say.
  package init?(_ stem: String) {
    letters = Array(stem.utf8)
    guard (Self.minLetters...EditDistance.maxLetters).contains(letters.count) else { return nil }
  }

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

  /// The nearest of those that were considered; nil where there is none, or no single one.
  package var word: String? { isTied ? nil : best?.word }
}
