import Nutrition
import Storage

/// Words of imported foods that a misspelt one may stand for.
///
/// Only words that share the first two letters are looked at, each found by one step in the index of terms, and so many
/// at most: the cost does not grow with what was imported, and nothing is kept in memory.
enum ImportedTerms {
  private static let sharedLetters = 2
  private static let maxTerms = 2000

  /// The one word of imported names that is nearest to `stem`; nil where it is one itself, or two are as near.
  static func nearest(_ stem: String, in connection: any SQLConnection) throws -> String? {
    guard var candidate = NearestWord(stem) else { return nil }
    let prefix = String(stem.prefix(sharedLetters))
    var last = prefix
    for _ in 0..<maxTerms {
      let row = try connection.first(
        "SELECT term FROM imported_food_terms WHERE term > $1 ORDER BY term LIMIT 1", [.text(last)])
      guard let term = row?.text("term"), term.hasPrefix(prefix) else { break }
      if term == stem { return nil }
      candidate.consider(term)
      last = term
    }
    return candidate.word
  }
}
