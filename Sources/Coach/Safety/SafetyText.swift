/// A message as a list of words, which the safety rules are matched against. Contractions are joined ("can't", "can not":
/// `cant`) and misspellings corrected by `safety_spellings.tsv`: written (one or two words)  meant.
struct SafetyText: Sendable {
  let words: [Word]

  init(_ text: String) {
    let split = WordSplitter.words(text)
    var words: [Word] = []
    words.reserveCapacity(split.count)
    var index = 0
    while index < split.count {
      let word = split[index]
      let next = index + 1 < split.count && split[index + 1].sentence == word.sentence ? split[index + 1].text : ""
      let pair = next.isEmpty ? nil : Self.spellings[word.text + " " + next]
      if let meant = pair ?? Self.spellings[word.text] {
        words += meant.map { Word(text: $0, sentence: word.sentence, clause: word.clause) }
      } else {
        words.append(word)
      }
      index += pair == nil ? 1 : 2
    }
    self.words = words
  }

  private static let spellings = CoachTable.safetySpellings.values.mapValues { $0.items(" ") }
}
