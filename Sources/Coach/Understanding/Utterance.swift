package import TextModels

extension Utterance {
  /// Splits a message into words, in the spellings of `words.tsv`.
  package init(_ text: String) { self.init(text, spellings: Self.spellings, numberWords: Self.numberWords) }

  private static let spellings = WordList.spellings.valueByWord

  /// The values of the words up to twenty.
  static let numberWords = WordList.numbers.valueByWord.compactMapValues { Double($0) }

  /// Whether the message contains any of the phrases, which are written like those of a list.
  func has(_ phrases: String...) -> Bool { phrases.contains { position(of: Phrase($0)) != nil } }

  /// The parts that commas, parentheses and the ends of sentences separate, in their order.
  var clauses: [Utterance] { clauseTexts.map(Utterance.init) }
}
