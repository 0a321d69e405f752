import TextModels

/// A message that asks for nothing, learned from messages of conversations (decision 0061): "he wore spikes. SPIKES".
package enum Remark: String {
  /// Something good or funny, or something sad.
  case glad, sorry

  /// Nil only if its table is broken, which a test excludes.
  static let classifier = TextClassifier(CoachTable.remarkModel.bytes)
  /// The margins from which a message is a remark: one that names a subject or a food, or resembles an example question,
  /// and one that no rule knows.
  static let least: (besideGuess: Float, alone: Float) = (1, -1)
  /// Fewer words than these say too little to be a remark: "hmm".
  static let fewestWords = 3

  /// Returns the likeliest kind of remark, with its margin over none.
  static func likeliest(_ utterance: Utterance, _ circumstances: [String]) -> (remark: Remark, margin: Float)? {
    let scores = classifier?.scores(utterance.wordsAndMarks, circumstances: circumstances) ?? [:]
    let best = scores.max { ($0.value, $0.key) < ($1.value, $1.key) }
    return best.flatMap { best in Remark(rawValue: best.key).map { ($0, best.value) } }
  }

  /// The answers, of which each is given once.
  var answers: WordList { self == .glad ? .glad : .sorry }
}
