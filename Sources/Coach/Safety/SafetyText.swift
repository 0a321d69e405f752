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

  /// Whether a number is no amount (`52 g`), aim (`under 52`), time (`5:20`), or one of two (`190 over 120`).
  static func isReading(_ words: [Word], _ index: Int) -> Bool {
    func text(_ offset: Int) -> String { words.indices.contains(index + offset) ? words[index + offset].text : "" }
    func isJoined(_ direction: Int) -> Bool {
      let isLink = text(direction) == "/" || WordList.pressureLinks.contains(text(direction))
      let other = index + 2 * direction
      return isLink && words.indices.contains(other) && words[other].number != nil
    }
    // "52 mg/dl" is a reading, "52 mg" an amount.
    let isConcentration = text(1) == "mg" && (text(2) == "dl" || text(3) == "dl")
    let isAmount = text(1) == ":" || WordList.otherReadings.contains(text(1)) && !isConcentration
    return !isAmount && text(-1) != ":" && !WordList.notReadings.contains(text(-1)) && !isJoined(1) && !isJoined(-1)
  }
}
