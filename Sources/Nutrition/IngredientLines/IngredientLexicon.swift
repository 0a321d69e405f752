/// The words of ingredient lines that are neither amounts nor foods, by their role in `words.tsv`.
enum IngredientLexicon {
  /// Whether the word qualifies an amount: "about 12", "a generous cup".
  static func isHedge(_ word: String) -> Bool { hedges.contains(word) }
  /// Whether the word is a size: "2 large eggs".
  static func isSize(_ word: String) -> Bool { sizes.contains(word) }
  /// Whether the word praises the food: "good bread", "your favorite mayonnaise".
  static func isPraise(_ word: String) -> Bool { praise.contains(word) }
  /// Whether the word is an adverb of preparation: "finely chopped".
  static func isAdverb(_ word: String) -> Bool { adverbs.contains(word) }
  /// Whether the word is a preparation before measuring: "chopped", "peeled".
  static func isPreparation(_ word: String) -> Bool { preparations.contains(word) }
  /// Whether the word is a state in which the food is sold: "fresh or frozen".
  static func isState(_ word: String) -> Bool { states.contains(word) }
  /// Whether both words are preparation: "freshly ground black pepper", "fresh cleaned squid".
  static func isFreshly(_ word: String, _ next: String) -> Bool {
    word == "freshly" && ["ground", "cracked", "milled"].contains(next) || word == "fresh" && isPreparation(next)
  }
  /// Whether the word modifies a meat and may be separated from it by a comma: "skinless, boneless chicken".
  static func isModifier(_ word: String) -> Bool { modifiers.contains(word) }
  /// Whether the word makes the alternative after "or" no food of its own: "or other", "or another".
  static func isAlternative(_ word: String) -> Bool { others.contains(word) }
  /// Whether the word names a part of a food: "juice of 1 lemon".
  static func isPart(_ word: String) -> Bool { parts.contains(word) }
  /// Whether a name cannot end in the word.
  static func isDangling(_ word: String) -> Bool { dangling.contains(word) }

  /// Whether the preparation is part of the name of a product: "crushed tomatoes".
  static func belongsToName(_ word: String, _ next: String) -> Bool {
    if word == "hard" || word == "soft" { return next != "cooked" && next != "boiled" }
    return named.contains { $0[0].contains(word) && $0[1].contains(next) }
  }

  /// Whether a word after a name begins the comment.
  ///
  /// - Parameter next: the word after it; empty at the end.
  static func beginsComment(_ word: String, next: String) -> Bool {
    comments.contains { row in
      row[0].contains(word)
        && (row[1] == ["*"] || row[1].contains(next.isEmpty ? "." : next) || row[1].contains("or") && isAdverb(next))
    }
  }

  private static let hedges = Lexicon.words("line-hedge")
  private static let sizes = Lexicon.words("line-size")
  private static let praise = Lexicon.words("line-praise")
  private static let adverbs = Lexicon.words("line-adverb")
  private static let preparations = Lexicon.words("line-preparation")
  private static let states = Lexicon.words("line-state")
  private static let modifiers = Lexicon.words("line-modifier")
  private static let others = Lexicon.words("line-other")
  private static let parts = Lexicon.words("line-part")
  private static let dangling = Lexicon.words("line-dangling")
  private static let named = Lexicon.table("line-named")
  private static let comments = Lexicon.table("line-comment")
}
