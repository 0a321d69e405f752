/// The words of ingredient lines that are neither amounts nor foods, by their role.
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
  static func isPart(_ word: String) -> Bool { ["juice", "zest", "peel", "rind", "white", "yolk"].contains(word) }
  /// Whether a name cannot end in the word.
  static func isDangling(_ word: String) -> Bool {
    ["or", "and", "of", "with", "the", "a", "optional", "about", "approximately"].contains(word)
  }

  /// Whether the preparation is part of the name of a product: "crushed tomatoes".
  static func belongsToName(_ word: String, _ next: String) -> Bool {
    switch word {
    case "hard", "soft": !["cooked", "boiled"].contains(next)
    case "crushed": ["red", "tomatoes", "tomato", "pineapple", "chili", "chilli", "chile"].contains(next)
    case "shredded": next == "wheat" || next == "coconut"
    case "whipped": next == "cream" || next == "topping"
    case "pressed", "split": ["peas", "pea", "lentils"].contains(next)
    default: false
    }
  }

  /// Whether a word after a name begins the comment.
  static func beginsComment(_ word: String, next: String) -> Bool {
    switch word {
    case "for", "if", "such", "like", "soaked", "preferably", "optional", "plus", "see", "about", "approximately",
      "depending",
      "divided", "to", "as", "from", "each", "per", "until", "removed", "reserved", "left", "which", "that", "without":
      true
    case "cut": next.isEmpty || ["into", "in", "crosswise", "lengthwise", "on", "up", "from", "to"].contains(next)
    case "with": true
    case "at": next == "room"
    case "in":
      ["half", "halves", "quarters", "pieces", "chunks", "cubes", "slices", "strips", "two", "thirds"].contains(next)
    case "into": true
    case "sliced", "chopped", "diced", "minced", "peeled", "skinned", "unpeeled", "cleaned", "seeded", "shucked",
      "halved", "quartered", "grated", "trimmed", "beaten":
      next.isEmpty || next == "and" || next == "or" || isAdverb(next)
    case "finely", "coarsely", "thinly", "roughly", "thickly": true
    case "taste": true
    default: false
    }
  }

  private static let hedges = words(
    "about approximately approx around roughly circa ca scant heaping heaped generous rounded level enough some few good-sized nearly almost just full packed"
  )
  private static let sizes = words(
    "small medium large thin sm md lg big tiny extra-large jumbo medium-sized sized size")
  private static let praise = words(
    "good favorite favourite homemade quality best your nice storebought beautiful strained")
  private static let adverbs = words(
    "finely coarsely roughly thinly thickly freshly lightly very well loosely firmly tightly diagonally crosswise lengthwise gently slightly"
  )
  private static let states = words("fresh frozen dried canned tinned cooked raw")
  private static let modifiers = words(
    "skinless boneless bone in skin on ripe firm lean free range organic sustainable soft fresh roasted smoked dry red sweet tart low sodium fat reduced"
  )
  private static let others = words(
    "another more similar equivalent to equal substitute some else as so less thereabouts")
  private static let preparations = words(
    """
    chopped minced sliced diced cubed shredded grated peeled unpeeled crushed mashed pureed cooked steamed boiled toasted
    packed shelled shucked cleaned trimmed cored seeded deseeded deveined stemmed pitted halved quartered julienned torn crumbled
    melted softened beaten whisked sifted squeezed rinsed drained washed scrubbed thawed zested slivered
    cut hard soft hulled husked skinned filleted blanched chilled warmed separated pressed whipped split
    prepared precut snipped mixed-up finely-chopped poached grilled
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
