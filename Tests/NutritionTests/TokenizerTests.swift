import Testing
import TextModels

@testable import Nutrition

/// Letters, tokens and stems.
@Suite struct TokenizerTests {
  /// The tokens as text: words unchanged, numbers after "#", and one sign for each separator, bracket, dash and slash.
  private static func shown(_ text: String) -> String {
    Tokenizer.tokens(text).map { token in
      switch token {
      case .word(let word): word
      case .number(let value, _): "#" + TextFormat.decimal(value)
      case .dash: "-"
      case .slash: "/"
      case .ampersand: "&"
      case .statedNutrient: "!"
      case .open: "("
      case .close: ")"
      case .separator: ";"
      }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("2 Eggs", "#2 eggs"), ("100g TOAST", "#100 g toast"), ("1,5 dl milk", "#1.5 dl milk"),
    ("1.5 dl", "#1.5 dl"), ("1 000 g rice", "#1000 g rice"), ("1,000 g rice", "#1000 g rice"),
    ("½ cup", "#0.5 cup"), ("1/2 apple", "#0.5 apple"), ("⅓ cup", "#0.33 cup"), ("2-3 eggs", "#2 - #3 eggs"),
    ("2–3 eggs", "#2 - #3 eggs"), ("Crème brûlée", "creme brulee"), ("jalapen\u{303}o", "jalapeno"),
    ("２ ｅｇｇｓ", "#2 eggs"), ("Æbler", "aebler"), ("phở", "pho"), ("mac & cheese", "mac & cheese"),
    ("eggs, ham; rice\ntea", "eggs ; ham ; ; rice ; ; tea"), ("ham (20 g)", "ham ( #20 g )"), ("2% milk", "2% milk"),
    ("don't", "dont"), ("", ""), ("🥑", ""), ("...", "; ; ; ; ; ;"),
  ])
  func cutsTextIntoTokens(_ text: String, _ expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test(arguments: ["1e308", "99999999999999999999", "1e-400", "0.0000000001", String(repeating: "9", count: 500)])
  func keepsNumbersWithinBounds(_ text: String) {
    for case .number(let value, _) in Tokenizer.tokens(text) {
      #expect(value.isFinite && (0...Tokenizer.maxNumber).contains(value))
    }
  }

  @Test(arguments: [
    ("egg", "eggs"), ("berry", "berries"), ("leaf", "leaves"), ("cake", "cakes"), ("potato", "potatoes"),
    ("glass", "glass"), ("couscous", "couscous"), ("loaf", "loaves"),
  ])
  func givesOneStemToOneAndMany(_ one: String, _ many: String) {
    #expect(Stemmer.stem(one) == Stemmer.stem(many))
  }

  @Test(arguments: [("bean", "beer"), ("rice", "ricotta"), ("pea", "peas porridge"), ("bass", "bas")])
  func keepsOtherWordsApart(_ word: String, _ other: String) {
    #expect(Stemmer.stem(word) != Stemmer.stem(other))
  }
}
