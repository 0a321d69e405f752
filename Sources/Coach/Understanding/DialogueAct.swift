/// A short message whose meaning depends on the last question or answer. Rows of `acts.tsv`:
///   act  phrases (joined by ';')  words (the maximum length of such a message)
enum DialogueAct: String {
  case yes, no, source, why, more, another, shorter

  /// The number of words that may stand beside the phrase.
  private static let addedWords = 3

  /// Reads a message; nil if it is not such an act. The longest phrase decides, and a message may add few other words.
  init?(_ utterance: Utterance) {
    let words = utterance.words
    var longest = 0
    var act: DialogueAct?
    for row in Self.rows where words.count <= row.words {
      guard words.allSatisfy({ row.all.contains($0) || WordList.beside.contains($0) }) else { continue }
      for phrase in row.phrases where words.count - phrase.words.count <= Self.addedWords {
        guard phrase.words.count > longest, utterance.position(of: phrase) != nil else { continue }
        (longest, act) = (phrase.words.count, row.act)
      }
    }
    guard let act else { return nil }
    self = act
  }

  private static let rows: [(act: DialogueAct, phrases: [Phrase], all: Set<String>, words: Int)] =
    CoachTable.acts.rows(3).compactMap { row in
      guard let act = DialogueAct(rawValue: row[0]), let words = Int(row[2]) else { return nil }
      let phrases = Phrases(row[1]).all
      return (act, phrases, Set(phrases.flatMap(\.words)), words)
    }
}
