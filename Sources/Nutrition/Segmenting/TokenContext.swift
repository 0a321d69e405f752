/// The tokens of a text with the readers and stems that segmentation needs at every position.
struct TokenContext {
  let tokens: [Token]
  let table: FoodTable
  /// One per token.
  let stems: [String]
  let amounts: AmountReader
  let connectors: ConnectorReader

  init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
    stems = tokens.stems
    amounts = AmountReader(tokens: tokens)
    connectors = ConnectorReader(tokens: tokens)
  }

  /// Whether `index` is the end of the text or a separator.
  func isEnd(_ index: Int) -> Bool { (tokens.token(index) ?? .separator) == .separator }

  /// The longest name that begins at `index`.
  func longestMatch(at index: Int, upTo end: Int? = nil) -> (food: Int, length: Int)? {
    table.longestMatch(stems, at: index, upTo: end ?? tokens.count)
  }
}
