import Nutrition
import Storage
import TextModels

/// Spelling correction with the words of imported foods.
///
/// Only words with the same first two letters are compared, each found by one step in the index of terms and at most
/// `maxTerms`. The cost does not grow with the number of imported foods, and nothing is kept in memory.
enum ImportedTerms {
  private static let sharedLetters = 2
  private static let maxTerms = 2000

  /// The nearest word of imported names; nil if `stem` is one itself, or two are equally near.
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
