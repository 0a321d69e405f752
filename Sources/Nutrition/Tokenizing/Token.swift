import TextModels

/// A token of a meal text.
enum Token: Hashable, Sendable {
  /// Lower-case ASCII letters, with digits after them ("b12"). Percentages ("2%") and "80/20" are words too. Before
  /// the translation from another language also letters with accents.
  case word(String)
  /// A number: its value (finite, not negative) and its spelling.
  case number(Double, String)
  /// A dash between two numbers.
  case dash
  /// A slash between two amounts or words.
  case slash
  /// "&" or "+".
  case ampersand
  /// A stated nutrient ("9 g fat").
  case statedNutrient(StatedNutrient)
  /// Brackets of any kind.
  case open, close
  /// Comma, semicolon, new line, end of a sentence, bullet.
  case separator

  /// The stem by which names are indexed; nil for punctuation.
  var stem: String? { word.map(Stemmer.stem) ?? text }

  /// The text of a word; nil for other tokens.
  var word: String? { if case .word(let word) = self { word } else { nil } }

  /// The token without accents.
  var folded: Token { word.map { .word(Letters.folded($0)) } ?? self }

  /// The singular of a plural name: what describes a name has it, as in "pistachio ice cream".
  var singular: Token {
    guard let word, word.hasSuffix("s"), let stem, !stem.hasSuffix("s") else { return self }
    return .word(word.hasSuffix("ies") ? word.dropLast(3) + "y" : String(word.dropLast(word.hasSuffix("oes") ? 2 : 1)))
  }

  /// The text for names and notes; nil for punctuation.
  var text: String? {
    switch self {
    case .word(let word): word
    case .number(_, let text): text.replacing(",", with: ".")
    case .ampersand: "and"
    case .dash, .slash, .separator, .open, .close, .statedNutrient: nil
    }
  }
}

extension [Token] {
  /// The word at `index`; nil for other tokens and outside of the text.
  func word(_ index: Int) -> String? { token(index)?.word }

  /// The token at `index`; nil outside of the text.
  func token(_ index: Int) -> Token? { indices.contains(index) ? self[index] : nil }

  /// The unit that the word at `index` spells, if any.
  func unit(_ index: Int) -> MeasureUnit? { word(index).flatMap { MeasureUnit(spelling: $0) } }

  /// The stems by which names are found; no name has that of punctuation.
  var stems: [String] { map { $0.stem ?? "\u{0}" } }
}
