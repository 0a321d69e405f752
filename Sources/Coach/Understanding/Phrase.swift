import TextModels

extension Phrase {
  /// The words as `Utterance` splits them.
  init(_ text: some StringProtocol) { self.init(Utterance.split(String(text)), endsOpen: text.last == "*") }
}

/// Alternatives that are a cell of a table, joined by ';', with the value of their row.
typealias Phrases = PhraseTable<String>

extension Phrases {
  init(_ cell: some StringProtocol, value: String = "") {
    self.init(cell.split(separator: ";").map { (Phrase($0), value) })
  }
}
