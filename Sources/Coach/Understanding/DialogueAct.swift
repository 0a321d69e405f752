import TextModels

/// A short message whose meaning depends on the last question or answer. Rows of `acts.tsv`:
///   act  phrases (joined by ';')  words (the maximum length of such a message)
enum DialogueAct: String {
  case yes, no, source, why, more, another, shorter

  /// The number of words that may stand beside the phrase.
  private static let addedWords = 3

  /// Reads a message; nil if it is not such an act. The longest phrase decides, and a message may add few other words.
  init?(_ utterance: Utterance) {
    let words = utterance.words
    let found = Self.phrases.longest(of: words) { row in
      words.count <= row.words && words.allSatisfy { row.all.contains($0) || WordList.beside.contains($0) }
    }
    guard let (phrase, row) = found, words.count - phrase.words.count <= Self.addedWords else { return nil }
    self = row.act
  }

  private typealias Row = (act: DialogueAct, all: Set<String>, words: Int)

  private static let phrases = PhraseTable<Row>(
    CoachTable.acts.rows(3).flatMap { row -> [PhraseTable<Row>.Entry] in
      guard let act = DialogueAct(rawValue: row[0]), let words = Int(row[2]) else { return [] }
      let phrases = Phrases(row[1]).all
      return phrases.map { ($0, (act, Set(phrases.flatMap(\.words)), words)) }
    })
}
