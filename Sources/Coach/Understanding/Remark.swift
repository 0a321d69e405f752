import TextModels

/// A message that asks for nothing, learned from messages of conversations (decision 0061): "he wore spikes. SPIKES".
package enum Remark: String {
  /// Something good or funny, something sad, or one of both where the words leave open which.
  case glad, sorry, heard

  /// Nil only if its table is broken, which a test excludes.
  static let classifier = TextClassifier(CoachTable.remarkModel.bytes)
  /// The margins of remarks: of a message that a guess has another answer for, and of one that no rule knows.
  static let least: (besideGuess: Float, alone: Float) = (1, -1)
  /// Fewer words than these say too little to be a remark: "hmm".
  static let fewestWords = 3
  /// The distances of the two scores from which it is said which of both a remark is, the second one without a happy word.
  static let (nearness, plainness): (Float, Float) = (0.9, 1.8)

  /// Returns the likeliest kind, with its margin over none. The words alone say the kind: most examples are glad ones.
  static func likeliest(_ utterance: Utterance, _ circumstances: [String]) -> (remark: Remark, margin: Float)? {
    let margin = classifier?.scores(utterance.wordsAndMarks, circumstances: circumstances).values.max()
    let ofWords = classifier?.scores(utterance.wordsAndMarks) ?? [:]
    let lead = (ofWords[glad.rawValue] ?? 0) - (ofWords[sorry.rawValue] ?? 0)
    // "My boss fired me" has the words of good news about work; nothing is cheered that does not sound glad.
    let isOpen = abs(lead) < nearness || lead > 0 && (utterance.has(.sad) || lead < plainness && !utterance.has(.happy))
    let kind: Remark = isOpen ? .heard : lead > 0 ? .glad : .sorry
    return margin.map { (kind, $0) }
  }

  /// The answers, of which each is given once.
  var answers: WordList { self == .glad ? .glad : self == .sorry ? .sorry : .heard }
}
