/// A short message whose meaning depends on the last question or answer. Rows of `acts.tsv`:
///   act  phrases (joined by ';')  words (the maximum length of such a message)
enum DialogueAct: String {
  case yes, no, source, why, more, another, shorter

  /// The number of words that may stand beside the phrase.
  private static let addedWords = 3

  /// Reads a message; nil if it is not such an act. The longest phrase decides, and a message may add few other words.
  init?(_ utterance: Utterance) {
    let words = utterance.words
    let found = Self.rows.flatMap { row -> [(act: DialogueAct, length: Int)] in
      guard words.count <= row.words, words.allSatisfy({ row.all.contains($0) || WordList.beside.contains($0) }) else {
        return []
      }
      return row.phrases.filter {
        words.count - $0.words.count <= Self.addedWords && utterance.position(of: $0) != nil
      }
      .map { (row.act, $0.words.count) }
    }
    guard let longest = found.map(\.length).max(), let best = found.first(where: { $0.length == longest }) else {
      return nil
    }
    self = best.act
  }

  private static let rows: [(act: DialogueAct, phrases: [Phrase], all: Set<String>, words: Int)] =
    CoachTable.acts.rows(3).compactMap { row in
      guard let act = DialogueAct(rawValue: row[0]), let words = Int(row[2]) else { return nil }
      let phrases = Phrases(row[1]).all
      return (act, phrases, Set(phrases.flatMap(\.words)), words)
    }
}
