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
    guard let word = tokens.word(index) else { return nil }
    let second = tokens.token(index + 1)?.text ?? ""
    if let name = further[word] { return IngredientUnit(unit: nil, name: name, next: index + 1) }
    if let pair = UnitLexicon.pairs[word + " " + second], !pair.isSize {
      return IngredientUnit(unit: pair, name: IngredientLabel.unitName(pair.rawValue), next: index + 2)
    }
    guard let unit = MeasureUnit(spelling: word), !unit.isSize, !word.has(.lineAmbiguous) || second == "of" else {
      return nil
    }
    return IngredientUnit(unit: unit, name: IngredientLabel.unitName(word), next: index + 1)
  }

  /// Whether it is a weight, volume or length, which may precede the counted unit ("two 3-inch pieces").
  var isDimension: Bool { unit?.isWeightOrVolume == true || name.has(.length) }

  /// Whether it is a package, so that "1 14-ounce can" is one can.
  var isPackage: Bool { unit?.rawValue.has(.package) == true }

  private static let further = Lexicon.keys("line-unit")
}
