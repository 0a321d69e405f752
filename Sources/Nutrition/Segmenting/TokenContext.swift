/// The tokens of a text with the readers and stems that segmentation needs at every position.
struct TokenContext {
  /// The stem of a token that can be part of no name.
  static let noStem = "\u{0}"

  let tokens: [Token]
  let table: FoodTable
  /// One per token; ``noStem`` for separators.
  let stems: [String]
  let amounts: AmountReader
  let connectors: ConnectorReader

  init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
    stems = tokens.map { $0.stem ?? Self.noStem }
    amounts = AmountReader(tokens: tokens)
    connectors = ConnectorReader(tokens: tokens)
  }

  /// The word at `index`; nil for other tokens and after the end.
  func word(_ index: Int) -> String? {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return nil }
    return word
  }

  /// Whether `index` is the end of the text or a separator.
  func isEnd(_ index: Int) -> Bool { index == tokens.count || tokens[index] == .separator }

  /// The longest name that begins at `index`.
  func longestMatch(at index: Int, upTo end: Int? = nil) -> (food: Int, length: Int)? {
    table.longestMatch(stems, at: index, upTo: end ?? tokens.count)
  }
}
