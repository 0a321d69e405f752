/// The sentence for messages in a language that the coach does not converse in. Rows of `languages.tsv`:
///   language  words (frequent ones, without accents)  sentence
enum OtherLanguage {
  /// Returns the sentence in the language of a message; nil if it is English, or too short to decide.
  static func sentence(_ utterance: Utterance) -> String? {
    let words = utterance.words.prefix(60)
    let english = words.count { WordList.english.contains($0) }
    let best = rows.map { row in (count: words.count { row.words.contains($0) }, row: row) }
      .max { $0.count < $1.count }
    guard let best, best.count >= 2, best.count > english * 2, best.count * 3 >= words.count else { return nil }
    return best.row.sentence
  }

  private static let rows = CoachTable.languages.rows(3).map { row in
    (words: Set(row[1].items), sentence: row[2])
  }
}
