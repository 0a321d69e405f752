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

extension Utterance {
  /// Returns the longest phrase that occurs and has an accepted value; the first one of several.
  func longest<Value>(
    of table: PhraseTable<Value>, where accepts: (Value) -> Bool = { _ in true }
  ) -> PhraseTable<Value>.Entry? {
    words.indices.flatMap { table.all(at: $0, in: words) }.filter { accepts($0.value) }
      .max { $0.phrase.length < $1.phrase.length }
  }
}
