/// The smallest meaningful piece of a meal text.
enum Token: Hashable, Sendable {
  /// Lower-case ASCII letters (and digits after letters, "b12"); "2%" is a word too.
  case word(String)
  /// Digits with an optional fraction: the value (finite, not negative) and how it was written.
  case number(Double, String)
  /// A dash between two numbers.
  case dash
  /// A slash between two amounts or words.
  case slash
  /// "&" or "+".
  case ampersand
  /// What the text says of a nutrient ("9 g fat").
  case stated(StatedNutrient)
  /// A bracket of any kind.
  case open, close
  /// Comma, semicolon, new line, end of a sentence, bullet.
  case stop

  /// The stem under which names are indexed; nil for pure punctuation.
  var stem: String? {
    switch self {
    case .word(let word): Stem.of(word)
    case .number(_, let text): text
    case .ampersand: "and"
    case .dash, .slash, .stop, .open, .close, .stated: nil
    }
  }

  var isWord: Bool {
    if case .word = self { true } else { false }
  }

  /// What was typed, for names and notes; nil for pure punctuation.
  var text: String? {
    switch self {
    case .word(let word): word
    case .number(_, let text): text
    case .ampersand: "and"
    case .dash, .slash, .stop, .open, .close, .stated: nil
    }
  }
}
