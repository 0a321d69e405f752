import TextModels

/// A message as a list of words, which the safety rules are matched against. Contractions are joined ("can't", "can
/// not": `cant`) and misspellings corrected by `safety_spellings.tsv`: written (one or two words)  meant.
struct SafetyText: Sendable {
  let words: [Word]

  init(_ text: String) {
    var words: [Word] = []
    var rest = WordSplitter.words(text)[...]
    while let word = rest.popFirst() {
      let next = rest.first.flatMap { $0.sentence == word.sentence ? $0.text : nil }
      let pair = next.flatMap { Self.spellings[word.text + " " + $0] }
      if pair != nil { rest.removeFirst() }
      let meant = pair ?? Self.spellings[word.text]
      words += meant?.map { Word(text: $0, sentence: word.sentence, clause: word.clause) } ?? [word]
    }
    self.words = words
  }

  private static let spellings = CoachTable.safetySpellings.values.mapValues { $0.items(" ") }
}
