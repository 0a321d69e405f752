/// A unit in an ingredient line.
struct IngredientUnit {
  /// nil for units that only labels have ("2 sheets puff pastry").
  let unit: MeasureUnit?
  /// Name in labels.
  let name: String
  /// Position after the unit.
  let next: Int

  /// The unit at `index`; nil if the word is none or belongs to the name ("whole hazelnuts", "round lettuce").
  static func at(_ index: Int, _ tokens: [Token]) -> IngredientUnit? {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return nil }
    if index + 1 < tokens.count, case .word(let second) = tokens[index + 1],
      let pair = UnitLexicon.pairs[word + " " + second]
    {
      return IngredientUnit(unit: pair, name: IngredientLabel.unitName(pair.rawValue), next: index + 2)
    }
    if let name = further[word] { return IngredientUnit(unit: nil, name: name, next: index + 1) }
    guard let unit = MeasureUnit(spelling: word), !unit.isSize else { return nil }
    let isFollowedByOf = index + 1 < tokens.count && tokens[index + 1] == .word("of")
    if ambiguous.contains(word), !isFollowedByOf { return nil }
    return IngredientUnit(unit: unit, name: IngredientLabel.unitName(word), next: index + 1)
  }

  /// Whether it is a weight, volume or length, which may precede the counted unit ("two 3-inch pieces").
  var isDimension: Bool {
    unit?.grams != nil || unit?.milliliters != nil || Self.isLength(name)
  }

  /// Whether it is a package, so that "1 14-ounce can" is one can.
  var isPackage: Bool { unit?.isPackage == true }

  /// Whether the label is a unit of length.
  static func isLength(_ name: String) -> Bool { name == "inch" || name == "centimeter" || name == "millimeter" }

  /// Whether the unit may follow the name: "3 garlic cloves" are cloves, but leaves and fillets are part of the name.
  static func standsBehind(_ unit: MeasureUnit) -> Bool {
    switch unit {
    case .clove, .stalk, .head, .ear, .sprig, .slice, .bulb, .spear, .bunch: true
    default: false
    }
  }

  private static let further = Lexicon.keys("line-unit")

  private static let ambiguous = Lexicon.words("line-ambiguous")
}

extension MeasureUnit {
  /// Whether it is a package, so that "1 14-ounce can" is one can.
  var isPackage: Bool {
    switch self {
    case .can, .bottle, .packet, .bag, .container, .jar, .bar, .stick: true
    default: false
    }
  }
}
