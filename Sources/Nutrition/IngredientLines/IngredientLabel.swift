/// The labels of an ingredient line: "1 1/2 cups chopped fresh basil" is 1.5, "cup", "fresh basil".
package struct IngredientLabel: Sendable, Hashable {
  /// The number, or the lower end of a range; nil if the line has none.
  package var quantity: Double?
  /// The upper end of a range.
  package var upper: Double?
  /// Full name of the unit in the singular; empty for a plain count.
  package var unit = ""
  /// The words that name the food, without size and preparation.
  package var name = ""
  /// The text after the name: preparation, "to taste", alternatives.
  package var comment = ""

  /// The name of a unit in labels, for any spelling ("tbsp" is "tablespoon"). Unknown units are returned unchanged.
  package static func unitName(_ spelling: String) -> String {
    guard let unit = MeasureUnit(spelling: spelling.lowercased()) else { return spelling }
    let name = unit.name
    return unit.isWeightOrVolume && name.hasSuffix("s") ? String(name.dropLast()) : name
  }
}
