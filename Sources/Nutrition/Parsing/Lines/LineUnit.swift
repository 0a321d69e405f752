/// A unit at a place of an ingredient line.
struct LineUnit {
  let unit: MeasureUnit
  /// As labels have it.
  let name: String
  /// The position behind it.
  let next: Int

  /// The unit at `index`; nil where the word is not one or belongs to the name ("whole hazelnuts", "round lettuce").
  static func at(_ index: Int, _ tokens: [Token]) -> LineUnit? {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return nil }
    if index + 1 < tokens.count, case .word(let second) = tokens[index + 1],
      let pair = MeasureUnit.pairs[word + " " + second]
    {
      return LineUnit(unit: pair, name: IngredientLabel.unitName(pair.rawValue), next: index + 2)
    }
    guard let unit = MeasureUnit(spelling: word), !unit.isSize else { return nil }
    let isFollowedByOf = index + 1 < tokens.count && tokens[index + 1] == .word("of")
    if ambiguous.contains(word), !isFollowedByOf { return nil }
    return LineUnit(unit: unit, name: IngredientLabel.unitName(word), next: index + 1)
  }

  /// Whether "3 garlic cloves" counts cloves; leaves and fillets stay part of the name.
  static func standsBehind(_ unit: MeasureUnit) -> Bool {
    switch unit {
    case .clove, .stalk, .head, .ear, .sprig, .slice, .bulb, .spear, .bunch: true
    default: false
    }
  }

  private static let ambiguous: Set<String> = [
    "whole", "round", "dish", "item", "units", "unit", "cob", "order", "dash",
  ]
}

extension MeasureUnit {
  /// Whether it is sold closed, so that "1 14-ounce can" counts it.
  var isPackage: Bool {
    switch self {
    case .can, .bottle, .packet, .bag, .container, .jar, .bar, .stick: true
    default: false
    }
  }
}
