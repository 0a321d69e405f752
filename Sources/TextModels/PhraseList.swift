/// Phrases in rows, each of which has a meaning.
package struct PhraseList: Sendable {
  /// The meaning of the phrases; may be empty.
  package typealias Row = (value: String, phrases: PhraseTable<String>)

  /// The rows in their order.
  package private(set) var values: [Row] = []
  /// The phrases of all rows.
  package private(set) var phrases = PhraseTable<String>()
  /// The value of each phrase that is one word.
  package private(set) var valueByWord: [String: String] = [:]

  /// Creates a list; of equal words the first one counts.
  package init(_ rows: [Row] = []) {
    values = rows
    for row in rows {
      for phrase in row.phrases.all {
        phrases.insert(phrase, row.value)
        let isWord = phrase.words.count == 1 && !phrase.endsOpen && valueByWord[phrase.words[0]] == nil
        if isWord { valueByWord[phrase.words[0]] = row.value }
      }
    }
  }

  /// The phrases as the alternatives of a pattern.
  package var alternatives: String {
    phrases.all.map { $0.words.joined(separator: "_") + ($0.endsOpen ? "*" : "") }.joined(separator: "|")
  }
}
