/// Words of ingredient lines that are neither amounts nor foods.
enum IngredientLexicon {
  /// "about 12", "a generous cup".
  static func isHedge(_ word: String) -> Bool { hedges.contains(word) }
  static func isSize(_ word: String) -> Bool { sizes.contains(word) }
  /// "good bread", "your favorite mayonnaise".
  static func isPraise(_ word: String) -> Bool { praise.contains(word) }
  static func isAdverb(_ word: String) -> Bool { adverbs.contains(word) }
  /// What was done with the food before it was measured: "chopped", "peeled".
  static func isPreparation(_ word: String) -> Bool { preparations.contains(word) }
  /// "fresh or frozen": what one buys, of which either will do.
  static func isState(_ word: String) -> Bool { states.contains(word) }
  /// "freshly ground black pepper", "fresh cleaned squid": both words tell what is done.
  static func isFreshly(_ word: String, _ next: String) -> Bool {
    word == "freshly" && ["ground", "cracked", "milled"].contains(next) || word == "fresh" && isPreparation(next)
  }
  /// What is said in front of the name of a meat, and parted by a comma.
  static func isModifier(_ word: String) -> Bool { modifiers.contains(word) }
  /// "or other", "or another": what follows names no food of its own.
  static func isAlternative(_ word: String) -> Bool { others.contains(word) }
  /// "juice of 1 lemon": the part is what is used.
  static func isPart(_ word: String) -> Bool { ["juice", "zest", "peel", "rind", "white", "yolk"].contains(word) }
  /// Words that end no name.
  static func isDangling(_ word: String) -> Bool {
    ["or", "and", "of", "with", "the", "a", "optional", "about", "approximately"].contains(word)
  }

  /// "crushed tomatoes" are sold as such.
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

  /// Whether a word behind a name begins what is said about it.
  static func beginsComment(_ word: String, next: String) -> Bool {
    switch word {
    case "for", "if", "such", "preferably", "optional", "plus", "see", "about", "approximately", "depending",
      "divided", "to", "as", "from", "each", "per", "until", "removed", "reserved", "left", "which", "that", "without":
      true
    case "cut": next.isEmpty || ["into", "in", "crosswise", "lengthwise", "on", "up", "from", "to"].contains(next)
    case "with": true
    case "at": next == "room"
    case "in":
      ["half", "halves", "quarters", "pieces", "chunks", "cubes", "slices", "strips", "two", "thirds"].contains(next)
    case "into": true
    case "sliced", "chopped", "diced", "minced", "peeled", "halved", "quartered", "grated", "trimmed", "beaten":
      next.isEmpty || next == "and" || next == "or" || isAdverb(next)
    case "finely", "coarsely", "thinly", "roughly", "thickly": true
    case "taste": true
    default: false
    }
  }

  private static let hedges = words(
    "about approximately approx around roughly circa ca scant heaping heaped generous rounded level enough some few good-sized nearly almost just full packed"
  )
  private static let sizes = words("small medium large sm md lg big tiny extra-large jumbo medium-sized sized size")
  private static let praise = words("good favorite favourite homemade quality best your nice storebought beautiful")
  private static let adverbs = words(
    "finely coarsely roughly thinly thickly freshly lightly very well loosely firmly tightly diagonally crosswise lengthwise gently slightly"
  )
  private static let states = words("fresh frozen dried canned tinned cooked raw")
  private static let modifiers = words(
    "skinless boneless bone in skin on ripe firm lean free range organic sustainable")
  private static let others = words(
    "other another any more similar equivalent to equal substitute some else as so less thereabouts")
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
