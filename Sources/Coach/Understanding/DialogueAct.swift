/// A short message whose meaning depends on the last question or answer. Rows of `acts.tsv`:
///   act  phrases (joined by ';')  words (the maximum length of such a message)
enum DialogueAct: String {
  case yes, no, source, why, more, another, shorter

  /// Reads a message; nil if it is not such an act. The longest phrase decides, and a message may add few other words.
  init?(_ utterance: Utterance) {
    guard !utterance.words.isEmpty, utterance.words.count <= Self.mostWords else { return nil }
    var best: (act: DialogueAct, length: Int)?
    for row in Self.rows where utterance.words.count <= row.words {
      for phrase in row.phrases where phrase.length > best?.length ?? 0 {
        guard utterance.words.count - phrase.length <= Self.addedWords, utterance.position(of: phrase.text) != nil,
          utterance.words.allSatisfy({ row.all.contains($0) || Self.small.contains($0) })
        else { continue }
        best = (row.act, phrase.length)
      }
    }
    guard let best else { return nil }
    self = best.act
  }

  private struct Phrase {
    var text: String
    var length: Int
  }

  /// The number of words that may stand beside the phrase.
  private static let addedWords = 3
  private static let mostWords = rows.map(\.words).max() ?? 0
  private static let small: Set<String> = [
    "please", "thanks", "thank", "you", "that", "it", "this", "then", "just", "a", "the", "for", "me", "ok", "and",
    "one", "could", "to", "pls", "hmm", "well", "yes", "no", "oh", "so", "i", "would", "like",
  ]
  private static let rows: [(act: DialogueAct, phrases: [Phrase], all: Set<String>, words: Int)] =
    TabSeparated.rows(CoachTable.acts.bytes, columns: 3).compactMap { row in
      guard let act = DialogueAct(rawValue: row[0]), let words = Int(row[2]) else { return nil }
      let phrases = row[1].split(separator: ";").map { text in
        let parts = text.split(separator: " ").map(String.init)
        return Phrase(text: String(text), length: parts.count)
      }
      return (act, phrases, Set(phrases.flatMap { $0.text.split(separator: " ").map(String.init) }), words)
    }
}
